import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WorkLoop } from '../../platform/jobs/work-loop.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { type FakeNetwork, startFakeNetwork } from '../testing/fake-network.ts';
import { installFrom, listPostbacks, makeConfig } from '../testing/postback-devices.ts';
import { startDeliveryWorker } from './delivery-worker.ts';

let service: TestService;
let network: FakeNetwork;
let tenant: Tenant;
let worker: WorkLoop | undefined;

beforeAll(async () => {
  service = await startTestService({ env: { ALLOW_LOOPBACK_POSTBACKS: '1' } });
}, 60_000);
afterAll(() => service.close());
beforeEach(async () => {
  network = await startFakeNetwork();
  tenant = await createTenant(service);
  await makeConfig(tenant, { p_channel: 'social_a', p_postback_url: `${network.origin}/in` });
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await network.close();
  await service.services.workPool.query('truncate event_queue');
});

const pending = async () => (await listPostbacks(tenant, { p_status: 'pending' })).length;
const POLL = { timeout: 30_000, interval: 100 };

test('delivers what is due without being asked', async () => {
  worker = startDeliveryWorker(service.services.postbacks);
  await installFrom(service, tenant, 'social_a');
  await expect.poll(pending, POLL).toBe(0);
  expect(network.calls).toHaveLength(1);
}, 60_000);

test.each([999, 1000])(
  'finishes everything while %i events wait for attribution',
  async (events) => {
    for (let n = 0; n < 20; n++) await installFrom(service, tenant, 'social_a');
    await service.services.workPool.query(
      `insert into event_queue (customer_id, app_id, event_id, event_type, due_at)
     select $1, $2, 'waiting-' || n, 'open', now() - interval '1 hour' from generate_series(1, $3::int) n`,
      [tenant.accountId, tenant.appId, events],
    );
    worker = startDeliveryWorker(service.services.postbacks);
    // 16 are one batch; the four that are left wait for the next look where attribution is behind.
    await expect.poll(() => network.calls.length, { ...POLL, interval: 5 }).toBeGreaterThanOrEqual(16);
    await expect.poll(pending, POLL).toBe(0);
    expect(network.calls).toHaveLength(20);
    const gap = (network.calls.at(-1)?.at ?? 0) - (network.calls[15]?.at ?? 0);
    if (events === 1000) expect(gap).toBeGreaterThan(500);
  },
  60_000,
);

test('gives its place up after a batch that took long', async () => {
  for (let n = 0; n < 20; n++) await installFrom(service, tenant, 'social_a');
  const sentAt: number[] = [];
  let ahead = 0;
  const parts = {
    ...service.services.postbacks,
    clock: () => Date.now() + ahead,
    poster: {
      async post() {
        sentAt.push(Date.now());
        ahead = 3000;
        return { kind: 'answered', status: 200, body: '' } as const;
      },
    },
  };
  worker = startDeliveryWorker(parts);
  await expect.poll(() => sentAt.length, { ...POLL, interval: 5 }).toBe(20);
  // 16 are one batch; the four that are left wait for the next look.
  expect((sentAt[16] ?? 0) - (sentAt[15] ?? 0)).toBeGreaterThan(500);
}, 60_000);

test('finishes its batch when it is stopped', async () => {
  network.script([{ status: 200, afterMs: 300 }]);
  await installFrom(service, tenant, 'social_a');
  worker = startDeliveryWorker(service.services.postbacks);
  await expect.poll(() => network.calls.length, { ...POLL, interval: 5 }).toBe(1);
  await worker.stop();
  expect(await pending()).toBe(0);
}, 60_000);
