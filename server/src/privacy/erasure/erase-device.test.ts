import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { settleRevenue } from '../../payments/testing/books.ts';
import { accepted, makeWebhook, type TestWebhook } from '../../payments/testing/payment-webhook.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { clickLink, send } from '../../testing/attributed-app.ts';
import { createSlug } from '../../testing/create-link.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createTenant, type Tenant } from '../../testing/test-tenant.ts';
import { processDueErasure, processErasure } from './process-erasure.ts';
import { rowsNaming } from './testing/rows-naming.ts';

let service: TestService;
let tenant: Tenant;
let webhook: TestWebhook;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  tenant = await createTenant(service);
  webhook = await makeWebhook(service, tenant);
});
afterAll(() => service.close());

const pool = () => service.services.backgroundPool;
const parts = () => ({ pool: pool(), changes: service.services.changes });
const naming = (...texts: string[]) => rowsNaming(pool(), texts);

const erase = (args: Record<string, string>, of = tenant) => answerOf(of.owner.rpc('erase_device', args));

/** A device that clicked, installed, bought and paid. */
async function customer(ids: Record<string, string>): Promise<void> {
  const slug = await createSlug(tenant);
  const query = ids.gaid === undefined ? '' : `?gaid=${ids.gaid}`;
  const { referrer } = await clickLink(service, slug, { query });
  await send(service, tenant, { event_type: 'install', ...ids, referrer });
  await send(service, tenant, { event_type: 'purchase', ...ids, revenue: 3, currency: 'EUR' });
  const payment = { reference: randomUUID(), amount: 9, currency: 'EUR' };
  const { gaid, android_id } = ids;
  await accepted(service, webhook, { ...payment, metadata: { gaid, android_id } });
  await settleRevenue(service);
}

const isCounted = async () => {
  const { rows } = await service.services.workPool.query<{ n: number }>(
    'select coalesce(sum(installs), 0)::int as n from install_counts where customer_id = $1',
    [tenant.accountId],
  );
  return rows[0]?.n;
};

const corrections = async () =>
  Object.values(await rebuildRollups(pool(), tenant.accountId)).reduce((sum, count) => sum + count, 0);

const freshIds = () => ({
  gaid: randomUUID(),
  android_id: randomUUID().slice(0, 16),
  idfv: randomUUID(),
  idfa: randomUUID(),
  installation_id: randomUUID(),
});

describe('erasing a device', () => {
  test.each([
    ['its advertising id', ({ gaid }: Record<string, string>) => ({ p_gaid: gaid })],
    [
      'its advertising id in capitals',
      ({ gaid }: Record<string, string>) => ({ p_gaid: gaid?.toUpperCase() }),
    ],
    [
      'its installation in capitals',
      ({ installation_id }: Record<string, string>) => ({
        p_installation_id: installation_id?.toUpperCase(),
      }),
    ],
    ['the id of its vendor', ({ idfv }: Record<string, string>) => ({ p_idfv: idfv })],
    ['its advertising id of iOS', ({ idfa }: Record<string, string>) => ({ p_idfa: idfa?.toUpperCase() })],
    ['its android id', ({ android_id }: Record<string, string>) => ({ p_android_id: android_id })],
  ])('by %s leaves nothing that identifies it, and correct counters', async (_name, args) => {
    const ids = freshIds();
    await customer(ids);
    const other = freshIds();
    await customer(other);
    // Without the id that is given: only what attribution knows of the device says that it is the same.
    await send(service, tenant, { event_type: 'open', installation_id: ids.installation_id });
    const heldOfOther = await naming(...Object.values(other));
    expect(await isCounted()).toBe(2);

    const { status, body } = await erase(args(ids) as Record<string, string>);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      receipt_id: expect.any(String),
      complete: true,
      erased: {
        events: 3,
        installs: 1,
        attributions: 1,
        purchases: 1,
        clicks: 1,
        payments: 1,
        device_ids: 5,
      },
    });
    expect(await naming(...Object.values(ids))).toEqual({});
    expect(await naming(...Object.values(other))).toEqual(heldOfOther);
    await settleRevenue(service);
    expect(await isCounted()).toBe(1);
    expect(await corrections()).toBe(0);
  });

  test('by two ids erases both devices, one of them never attributed', async () => {
    const [one, two] = [freshIds(), freshIds()];
    await customer(one);
    await send(service, tenant, { event_type: 'open', ...two });
    const { body } = await erase({ p_gaid: one.gaid, p_android_id: two.android_id });
    expect(body.erased).toMatchObject({ events: 3, installs: 1, device_days: expect.any(Number) });
    expect(await naming(...Object.values(one), ...Object.values(two))).toEqual({});
  });

  test('finds what an unknown device sent under other ids, and what only a payment names', async () => {
    const ids = freshIds();
    const { gaid, installation_id } = ids;
    await send(service, tenant, { event_type: 'open', installation_id });
    await send(service, tenant, { event_type: 'open', gaid, installation_id });
    await accepted(service, webhook, { reference: 'p-1', amount: 9, currency: 'EUR', metadata: { gaid } });
    const { body } = await erase({ p_gaid: gaid });
    expect(body.erased).toMatchObject({ events: 2, payments: 1 });
    expect(await naming(gaid, installation_id)).toEqual({});
  });

  test('leaves another device’s events, though one of them carried the id', async () => {
    const [one, two] = [freshIds(), freshIds()];
    await customer(one);
    await customer(two);
    // A second phone of the same person: the id stays the first one's.
    await send(service, tenant, { event_type: 're_engagement', ...two, gaid: one.gaid });
    await settleRevenue(service);
    await erase({ p_gaid: one.gaid });
    expect(await naming(one.gaid, one.installation_id)).toEqual({});
    expect((await naming(two.installation_id)).events).toBe(2);
    expect(await corrections()).toBe(0);
  });

  test('erases what waits to be attributed, which then creates nothing', async () => {
    const ids = freshIds();
    await send(service, tenant, { event_type: 'install', ...ids });
    await erase({ p_gaid: ids.gaid });
    await settleRevenue(service);
    expect(await naming(...Object.values(ids))).toEqual({});
    expect(await isCounted()).toBe(0);
  });

  test('in one account leaves the same device in another', async () => {
    const ids = freshIds();
    await customer(ids);
    const mine = tenant;
    tenant = await createTenant(service);
    webhook = await makeWebhook(service, tenant);
    await customer(ids);
    const held = await naming(ids.gaid);
    await erase({ p_gaid: ids.gaid }, mine);
    const left = await naming(ids.gaid);
    expect(Object.keys(left)).toEqual(Object.keys(held));
    expect(left.events).toBe(2);
    expect(await isCounted()).toBe(1);
  });

  test('leaves a receipt and an audit row that do not identify it', async () => {
    const ids = freshIds();
    await customer(ids);
    await erase({ p_gaid: ids.gaid });
    const { rows } = await pool().query(
      `select erasures.ids, due_at, finished_at is not null as finished, details, action from erasures
       join audit_log on audit_log.target_id = receipt_id where erasures.customer_id = $1`,
      [tenant.accountId],
    );
    expect(rows).toEqual([{ ids: null, due_at: null, finished: true, details: {}, action: 'erase_device' }]);
  });

  test('of an unknown device erases nothing', async () => {
    const { status, body } = await erase({ p_gaid: randomUUID() });
    expect([status, body.erased]).toEqual([200, {}]);
  });

  test.each([
    ['no id', {}, 'p_gaid, p_android_id, p_idfv, p_idfa, p_installation_id, p_user_id'],
    ['zeros', { p_gaid: '00000000-0000-0000-0000-000000000000' }, 'p_gaid'],
    ['zeros with an id', { p_gaid: '00000000-0000-0000-0000-000000000000', p_android_id: 'a1' }, 'p_gaid'],
    ['the id that many phones share', { p_android_id: '9774d56d682e549c' }, 'p_android_id'],
    ['a blank user', { p_user_id: ' ' }, 'p_user_id'],
    ['a user who is nobody, with an id', { p_user_id: 'unknown', p_android_id: 'a1' }, 'p_user_id'],
    ['a macro that nobody filled in', { p_gaid: ' {gaid} ' }, 'p_gaid'],
    ['a user of 513 characters', { p_user_id: 'x'.repeat(513) }, 'p_user_id'],
    ['zeros for an installation', { p_installation_id: '0'.repeat(32) }, 'p_installation_id'],
    ['an empty id', { p_android_id: '' }, 'p_android_id'],
    ['a macro that nobody filled in', { p_gaid: ' {gaid}' }, 'p_gaid'],
    ['an id that is too long', { p_android_id: 'x'.repeat(257) }, 'p_android_id'],
  ])('by %s answers 400 and erases nothing', async (_name, args, field) => {
    await send(service, tenant, { event_type: 'open', android_id: 'a1' });
    const { status, body } = await erase(args as Record<string, string>);
    expect([status, body.error]).toEqual([400, expect.stringContaining(`${field}: `)]);
    expect((await naming(tenant.accountId)).events).toBe(1);
    expect((await naming(tenant.accountId)).erasures).toBeUndefined();
  });
});

/** An erasure that nobody has worked on yet. */
async function begin(gaid: string): Promise<string> {
  const receipt = randomUUID();
  await pool().query(
    `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
     values ($1, $2, 'device', $1, now(), now(), $3)`,
    [receipt, tenant.accountId, { installation_id: [], android_id: [], gaid: [gaid] }],
  );
  return receipt;
}

test('what was killed midway is finished by a worker', async () => {
  const ids = freshIds();
  await customer(ids);
  const receipt = await begin(ids.gaid);
  const later = Date.now() + 1000;
  for (let portion = 0; portion < 3; portion++) await processErasure(parts(), later, receipt);
  expect(Object.keys(await naming(ids.gaid))).toContain('erasures');
  while (await processDueErasure(parts(), later));
  expect(await naming(...Object.values(ids))).toEqual({});
  expect(await corrections()).toBe(0);
});

test('no worker goes on while instances are waited for, and one that is killed then leaves it to be done again', async () => {
  const ids = freshIds();
  await customer(ids);
  const receipt = await begin(ids.gaid);
  const later = Date.now() + 1000;
  let waits = 0;
  const doneEverywhere = async () => {
    waits++;
    expect(await processDueErasure(parts(), later)).toBeUndefined();
    if (waits === 1) throw new Error('killed');
    return [];
  };
  const waiting = { ...parts(), changes: { doneEverywhere } };
  const goOn = async () => {
    while ((await processErasure(waiting, later, receipt))?.dueAt !== null);
  };
  await expect(goOn()).rejects.toThrow('killed');
  // What fails is deferred for a minute.
  await pool().query('update erasures set due_at = requested_at where receipt_id = $1', [receipt]);
  await goOn();
  expect(waits).toBe(3);
});
