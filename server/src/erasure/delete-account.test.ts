import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeLink } from '../attribution/testing/attributed-app.ts';
import { postEvents } from '../ingest/testing/post-events.ts';
import { signedEvent } from '../ingest/testing/signed-event.ts';
import { settleRevenue } from '../payments/testing/books.ts';
import { deliver, makeWebhook } from '../payments/testing/payment-webhook.ts';
import { callTrpc } from '../testing/call-trpc.ts';
import type { MatrixWorld } from '../testing/caller-matrix.ts';
import { createMatrixWorld } from '../testing/matrix-world.ts';
import { startTestService, TEST_ANON_KEY, type TestService } from '../testing/test-service.ts';
import { addMember, createTenant, freshAddress, type Tenant } from '../testing/test-tenant.ts';
import { startWorkers } from '../workers.ts';
import { SETTLE_MS } from './account/erase-account.ts';
import { listAccountTables } from './account/list-account-tables.ts';
import { processDueErasure, processErasure } from './process-erasure.ts';
import { rowsNaming } from './testing/rows-naming.ts';

/** What stays of an account: its payments, without whose they were, and the receipt. */
const KEPT = ['erasures', 'payments'];

let now: number;
let instances: TestService[];
let tenant: Tenant;
let name: string;
const [first, second] = [() => instances[0] as TestService, () => instances[1] as TestService];

beforeAll(async () => {
  const clock = () => now;
  now = Date.now();
  const one = await startTestService({ clock });
  instances = [one, await startTestService({ clock, databaseUrl: one.databaseUrl })];
});
beforeEach(async () => {
  now = Date.now();
  tenant = await createTenant(first());
  name = await nameOf(tenant);
});
afterAll(async () => {
  for (const instance of [...instances].reverse()) await instance.close();
});

/** Instead of an account that is almost empty, one with something of everything. */
async function useFullAccount(): Promise<MatrixWorld> {
  const world = await createMatrixWorld(first());
  tenant = world.tenant;
  name = await nameOf(tenant);
  return world;
}

const pool = () => first().services.backgroundPool;

async function nameOf({ accountId }: Tenant): Promise<string> {
  const { rows } = await pool().query('select name from accounts where id = $1', [accountId]);
  return rows[0].name;
}

async function deleteAll(confirm = name, caller = tenant.owner): Promise<Response> {
  return caller.rpc('delete_my_account_data', { p_confirm: confirm });
}

/** Time passes, and the workers go on until nothing is left to do. */
async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    now += SETTLE_MS;
    while (await processDueErasure(pool(), now));
  }
}

const held = () => rowsNaming(pool(), [tenant.accountId, tenant.appId]);

async function everyTableOfCustomers(): Promise<string[]> {
  const { rows } = await pool().query<{ table_name: string }>(
    `select table_name from information_schema.columns
     where column_name = 'customer_id' and table_schema = current_schema() order by 1`,
  );
  return rows.map(({ table_name }) => table_name);
}

test('nothing of a deleted account stays but its payments, without whose they were, and the receipt', async () => {
  await useFullAccount();
  const other = await createTenant(first());
  await postEvents(first(), signedEvent(other, { event_type: 'install', timestamp: now }));
  const heldOfOther = await rowsNaming(pool(), [other.accountId]);
  expect(Object.keys(await held()).length).toBeGreaterThan(20);

  const response = await deleteAll();
  expect(response.status).toBe(200);
  const body = (await response.json()) as { receipt_id: string; erased: Record<string, number> };
  expect(body).toMatchObject({
    receipt_id: expect.any(String),
    complete: true,
    erased: {
      accounts: 1,
      apps: 1,
      installs: 1,
      attributions: 1,
      events: 2,
      clicks: 2,
      links: 1,
      payments: 2,
    },
  });
  expect(body.erased).toMatchObject({
    install_counts: 1,
    audit_log: expect.any(Number),
    teams: expect.any(Number),
  });
  expect(Object.keys(await held()).sort()).toEqual(KEPT);

  await settle();
  expect(Object.keys(await held()).sort()).toEqual(KEPT);
  const { rows: payments } = await pool().query('select * from payments where customer_id = $1', [
    tenant.accountId,
  ]);
  expect(payments).toHaveLength(2);
  for (const payment of payments) {
    for (const column of ['device_id', 'gaid', 'android_id', 'user_id', 'service_click_id', 'campaign_id'])
      expect([column, payment[column]]).toEqual([column, null]);
  }
  const { rows: receipts } = await pool().query('select * from erasures where customer_id = $1', [
    tenant.accountId,
  ]);
  expect(receipts).toMatchObject([
    { receipt_id: body.receipt_id, erased: body.erased, due_at: null, scope: 'account' },
  ]);
  expect(receipts[0].finished_at).not.toBeNull();
  expect(await rowsNaming(pool(), [other.accountId])).toEqual(heldOfOther);
}, 180_000);

test('every table that has a customer is erased or known to stay', async () => {
  const client = await pool().connect();
  const erased = await listAccountTables(client).finally(() => client.release());
  expect([...erased, ...KEPT].sort()).toEqual(await everyTableOfCustomers());
});

describe('asked for', () => {
  test.each([
    ['with another name', () => `${name}x`],
    ['with the name in capitals', () => name.toUpperCase()],
    ['with nothing', () => ''],
  ])('%s it answers 400 and deletes nothing', async (_case, confirm) => {
    const before = await held();
    const response = await deleteAll(confirm());
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringMatching(/^p_confirm: must be/) });
    expect(await held()).toEqual(before);
  });

  test('by anyone who does not own the account it is refused', async () => {
    const { people } = await useFullAccount();
    const before = await held();
    for (const caller of ['viewer', 'marketer', 'developer', 'member of another team'] as const)
      expect((await deleteAll(name, people[caller])).status).toBe(403);
    expect(await held()).toEqual(before);
  });

  test('by tRPC it answers the same', async () => {
    const headers = { apikey: TEST_ANON_KEY, authorization: `Bearer ${tenant.owner.token}` };
    const { status, data } = await callTrpc(first(), 'delete_my_account_data', { p_confirm: name }, headers);
    expect([status, data]).toMatchObject([200, { complete: true, erased: { accounts: 1 } }]);
  });
});

test('once it is answered no instance takes its keys, events, links, payments or people', async () => {
  const slug = await makeLink(tenant);
  const webhook = await makeWebhook(first(), tenant, 'provider_c');
  const member = await addMember(first(), tenant, 'developer');
  const answers = async (instance: TestService) => {
    const key = { 'x-service-api-key': tenant.apiKey, 'x-forwarded-for': freshAddress() };
    const { results } = await postEvents(instance, signedEvent(tenant, { timestamp: now }));
    return [
      (await instance.request('/v1/resolve-key', { headers: key })).status,
      results[0]?.code ?? results[0]?.status,
      (await instance.request(`/l/${slug}`)).status,
      (await deliver(instance, webhook, '{}')).status,
      (await member.rpc('list_apps')).status,
    ];
  };
  for (const instance of instances) expect(await answers(instance)).toEqual([200, 'accepted', 302, 200, 200]);
  expect((await deleteAll()).status).toBe(200);
  for (const instance of instances)
    expect(await answers(instance)).toEqual([401, 'AUTH_ERROR', 404, 404, 403]);
  const again = await deleteAll();
  expect(again.status).toBe(403);
});

test('what was killed in the middle goes on where it stopped, and counts nothing twice', async () => {
  await useFullAccount();
  const { services } = first();
  const expected = (await held()).events;
  const receipt = randomUUID();
  await pool().query('update accounts set active = false where id = $1', [tenant.accountId]);
  await pool().query(
    `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at)
     values ($1, $2, 'account', $3, $4, $4)`,
    [receipt, tenant.accountId, tenant.owner.userId, new Date(now).toISOString()],
  );
  for (let portion = 0; portion < 5; portion++) await processErasure(pool(), now, receipt);
  // A portion that breaks off leaves nothing behind: neither rows that are gone nor that they were counted.
  const before = await held();
  await pool().query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
    create trigger break_off before update on erasures for each row
      when (new.position::text <> old.position::text) execute function break_off();`);
  await expect(processErasure(pool(), now, receipt)).rejects.toThrow('broken off');
  await pool().query('drop trigger break_off on erasures; drop function break_off');
  expect(await held()).toEqual(before);
  now += 60_000;
  const workers = startWorkers(services);
  try {
    await expect.poll(async () => Object.keys(await held()).sort(), { timeout: 20_000 }).toEqual(KEPT);
  } finally {
    await workers.stop();
  }
  await settle();
  const { rows } = await pool().query('select erased, due_at from erasures where receipt_id = $1', [receipt]);
  expect(rows[0]).toMatchObject({ due_at: null, erased: { accounts: 1, events: expected } });
}, 180_000);

test('twenty who send events, clicks and payments meanwhile leave nothing behind', async () => {
  const slug = await makeLink(tenant);
  const webhook = await makeWebhook(first(), tenant);
  const workers = instances.map((instance) => startWorkers(instance.services));
  let over = false;
  let sent = 0;
  const senders = Array.from({ length: 20 }, async (_, lane) => {
    const instance = lane % 2 ? first() : second();
    for (let turn = 0; !over; turn++) {
      const gaid = randomUUID();
      const install = { event_type: 'install', gaid, timestamp: now };
      if (lane % 4 < 2) await postEvents(instance, signedEvent(tenant, install));
      else if (lane % 4 === 2) await instance.request(`/l/${slug}?gaid=${gaid}`);
      else {
        const payment = { reference: `p-${lane}-${turn}`, amount: 2, currency: 'USD', metadata: { gaid } };
        await deliver(instance, webhook, payment);
      }
      sent++;
      // What is refused from memory takes no turn of the event loop, and would leave none to the others.
      await setImmediate();
    }
  });
  try {
    await expect.poll(() => sent, { timeout: 20_000 }).toBeGreaterThan(100);
    const response = await deleteAll();
    expect(response.status).toBe(200);
    const atAnswer = sent;
    await expect.poll(() => sent, { timeout: 20_000 }).toBeGreaterThan(atAnswer + 100);
  } finally {
    over = true;
  }
  await Promise.all(senders);
  await Promise.all(workers.map((running) => running.stop()));
  await settleRevenue(first());
  await settle();
  expect(Object.keys(await held()).sort()).toEqual(KEPT);
  const { rows } = await pool().query(
    `select count(*)::int as count from payments
     where customer_id = $1 and num_nonnulls(device_id, gaid, android_id, user_id, service_click_id) > 0`,
    [tenant.accountId],
  );
  expect(rows).toEqual([{ count: 0 }]);
}, 180_000);

test('what an instance stores late, from before it heard of it, is erased as well', async () => {
  expect((await deleteAll()).status).toBe(200);
  await pool().query(`insert into usage_months (customer_id, month, used) values ($1, '2026-01-01', 1)`, [
    tenant.accountId,
  ]);
  await pool().query(
    `insert into activity_queue (batch_id, due_at, customer_ids, app_ids, device_keys, days, event_ids)
     values (gen_random_uuid(), now(), $1, $2, $3, '{1,2}', '{a,b}')`,
    [
      [tenant.accountId, randomUUID()],
      [tenant.appId, randomUUID()],
      [randomUUID(), randomUUID()],
    ],
  );
  await pool().query('insert into click_count_queue (deltas) values ($1)', [
    JSON.stringify([{ customer_id: tenant.accountId }, { customer_id: randomUUID() }]),
  ]);
  await settle();
  expect(Object.keys(await held()).sort()).toEqual(['erasures']);
  const { rows } = await pool().query(
    `select customer_ids, days, device_ids from activity_queue where event_ids = '{b}'`,
  );
  expect(rows).toMatchObject([{ customer_ids: [expect.any(String)], days: [2], device_ids: null }]);
  const { rows: clicks } = await pool().query('select json_array_length(deltas) as n from click_count_queue');
  expect(clicks.map(({ n }) => n)).toContain(1);
  await pool().query('truncate activity_queue, click_count_queue');
});
