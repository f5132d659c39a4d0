import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startWorkers } from '../../run/assembly/workers.ts';
import { callTrpc } from '../../testing/call-trpc.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { TEST_ANON_KEY } from '../../testing/test-service.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { processErasure } from './process-erasure.ts';
import { fillQueues } from './testing/fill-queues.ts';
import { rowsNaming } from './testing/rows-naming.ts';
import { useDeletableAccount } from './testing/use-deletable-account.ts';

/** What stays of an account: its payments, without whose they were, and the receipt. */
const KEPT = ['erasures', 'payments'];

/** Tables without a `customer_id`. Those with anything of an account need a step of their own (erase-account.ts). */
const OTHER_TABLES = [
  'accounts',
  'activity_queue',
  'auth_credentials',
  'auth_first_place',
  'auth_mailed_links',
  'auth_sessions',
  'auth_two_factors',
  'auth_users',
  'auth_verifications',
  'click_count_queue',
  'event_count_queue',
  'migration_positions',
  'payment_deliveries',
  'retention_passes',
  'schema_migrations',
];

const account = useDeletableAccount();
const { first, pool, tenant, held, deleteAll } = account;

/** Every table, and whether it has a `customer_id`. */
async function everyTable(): Promise<{ name: string; has_customer: boolean }[]> {
  const { rows } = await pool().query<{ name: string; has_customer: boolean }>(
    `select relname as name, exists (select from pg_attribute
       where attrelid = pg_class.oid and attname = 'customer_id' and not attisdropped) as has_customer
     from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
     order by relname`,
  );
  return rows;
}

async function countOf(table: string): Promise<number> {
  const text = `select count(*)::int as count from ${table} where customer_id = $1`;
  return (await pool().query<{ count: number }>(text, [tenant().accountId])).rows[0]?.count ?? 0;
}

test('nothing of a deleted account stays in any table but its payments, anonymous, and the receipt', async () => {
  const world = await account.useFullAccount();
  await fillQueues(first(), tenant(), world.configId);
  const { campaignId, linkId, installId, activeWebhookId, configId } = world;
  const heldOfIt = () => held(campaignId, linkId, installId, activeWebhookId, configId);
  const other = await createTenant(first());
  await postEvents(first(), signedEvent(other, { event_type: 'install', timestamp: account.now() }));
  const heldOfOther = await rowsNaming(pool(), [other.accountId]);

  const tables = await everyTable();
  const ofCustomers = tables.filter(({ has_customer }) => has_customer).map(({ name }) => name);
  // A new table is filled by matrix-world.ts or fill-queues.ts, or listed above.
  for (const name of ofCustomers)
    expect([name, await countOf(name)]).toEqual([name, expect.toSatisfy(Boolean)]);
  expect(tables.filter(({ has_customer }) => !has_customer).map(({ name }) => name)).toEqual(OTHER_TABLES);
  const heldBefore = Object.keys(await heldOfIt());
  for (const name of [
    'accounts',
    'activity_queue',
    'auth_sessions',
    'click_count_queue',
    'event_count_queue',
    'payment_deliveries',
  ])
    expect(heldBefore).toContain(name);

  const response = await deleteAll();
  expect(response.status).toBe(200);
  const body = (await response.json()) as { receipt_id: string; erased: Record<string, number> };
  expect(body).toMatchObject({ receipt_id: expect.any(String), complete: true });
  for (const name of ofCustomers.filter((table) => table !== 'erasures'))
    expect([name, body.erased[name]]).toEqual([name, expect.any(Number)]);
  expect(body.erased).toMatchObject({ accounts: 1, apps: 1, installs: 1, events: 2, clicks: 2, payments: 2 });
  expect(Object.keys(await heldOfIt())).toEqual(KEPT);

  await account.settle();
  expect(Object.keys(await heldOfIt())).toEqual(KEPT);
  const { rows: payments } = await pool().query('select * from payments where customer_id = $1', [
    tenant().accountId,
  ]);
  expect(payments).toHaveLength(2);
  for (const payment of payments) {
    for (const column of ['device_id', 'gaid', 'android_id', 'user_id', 'service_click_id', 'campaign_id'])
      expect([column, payment[column]]).toEqual([column, null]);
  }
  const { rows: receipts } = await pool().query(
    'select * from erasures where customer_id = $1 order by scope',
    [tenant().accountId],
  );
  expect(receipts).toMatchObject([
    { receipt_id: body.receipt_id, erased: body.erased, due_at: null, scope: 'account' },
    // One had ended, the other was still under way; their ids are gone as well.
    { scope: 'device', due_at: null, ids: null },
    { scope: 'device', due_at: null, ids: null },
  ]);
  for (const { finished_at } of receipts) expect(finished_at).not.toBeNull();
  expect(await rowsNaming(pool(), [other.accountId])).toEqual(heldOfOther);
}, 180_000);

describe('asked for', () => {
  test.each([
    ['with another name', () => `${account.name()}x`],
    ['with the name in capitals', () => account.name().toUpperCase()],
    ['with nothing', () => ''],
  ])('%s it answers 400 and deletes nothing', async (_case, confirm) => {
    const before = await held();
    const response = await deleteAll(confirm());
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringMatching(/^p_confirm: must be/) });
    expect(await held()).toEqual(before);
  });

  test('by anyone who does not own the account it is refused', async () => {
    const { people } = await account.useFullAccount();
    const before = await held();
    for (const caller of ['viewer', 'marketer', 'developer', 'member of another team'] as const)
      expect((await deleteAll(account.name(), people[caller])).status).toBe(403);
    expect(await held()).toEqual(before);
  });

  test('by tRPC it answers the same', async () => {
    const headers = { apikey: TEST_ANON_KEY, authorization: `Bearer ${tenant().owner.token}` };
    const args = { p_confirm: account.name() };
    const { status, data } = await callTrpc(first(), 'delete_my_account_data', args, headers);
    expect([status, data]).toMatchObject([200, { complete: true, erased: { accounts: 1 } }]);
  });
});

test('what was killed midway resumes where it stopped, and counts nothing twice', async () => {
  await account.useFullAccount();
  const expected = (await held()).events;
  const receipt = randomUUID();
  await pool().query('update accounts set active = false where id = $1', [tenant().accountId]);
  await pool().query(
    `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at)
     values ($1, $2, 'account', $3, $4, $4)`,
    [receipt, tenant().accountId, tenant().owner.userId, new Date(account.now()).toISOString()],
  );
  for (let portion = 0; portion < 5; portion++) await processErasure(account.parts(), account.now(), receipt);
  // A portion that fails leaves nothing behind: neither rows that are gone nor that they were counted.
  const before = await held();
  await pool().query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
    create trigger break_off before update on erasures for each row
      when (new.position::text <> old.position::text) execute function break_off();`);
  await expect(processErasure(account.parts(), account.now(), receipt)).rejects.toThrow('broken off');
  await pool().query('drop trigger break_off on erasures; drop function break_off');
  expect(await held()).toEqual(before);
  account.pass(60_000);
  const workers = startWorkers(first().services);
  try {
    await expect.poll(async () => Object.keys(await held())).toEqual(KEPT);
  } finally {
    await workers.stop();
  }
  await account.settle();
  const { rows } = await pool().query('select erased, due_at from erasures where receipt_id = $1', [receipt]);
  expect(rows[0]).toMatchObject({ due_at: null, erased: { accounts: 1, events: expected } });
}, 180_000);
