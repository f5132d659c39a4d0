import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { processQueued, send } from '../attribution/testing/attributed-app.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';
import { findPushToken } from './find-push-token.ts';

const HOUR = 3_600_000;

let service: TestService;
let tenant: Tenant;
let installation_id: string;
beforeAll(async () => {
  service = await startTestService();
  tenant = await createTenant(service);
});
beforeEach(() => {
  installation_id = randomUUID();
});
afterAll(() => service.close());

/** An event of the device's that happened so many hours ago. */
const event = (hoursAgo: number, members: object) =>
  send(service, tenant, { event_type: 'open', installation_id, age_ms: hoursAgo * HOUR, ...members });

async function current(): Promise<string | null> {
  await send(service, tenant, { event_type: 'install', installation_id, age_ms: 100 * HOUR });
  await processQueued(service);
  const { rows } = await service.services.workPool.query(
    `select device_id from device_ids where customer_id = $1 and value = $2`,
    [tenant.accountId, installation_id],
  );
  const device = { customerId: tenant.accountId, appId: tenant.appId, deviceId: rows[0].device_id };
  return findPushToken(service.services.workPool, device);
}

test('the token of a device is the last one by event time, not by arrival', async () => {
  await event(1, { push_token: 'current' });
  await event(5, { push_token: 'older' });
  await event(0, {});
  expect(await current()).toBe('current');
});

test('a device that sent none has none, whatever others sent', async () => {
  await send(service, tenant, { event_type: 'open', installation_id: randomUUID(), push_token: 'another' });
  expect(await current()).toBeNull();
});
