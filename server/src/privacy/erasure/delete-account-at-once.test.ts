import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { settleRevenue } from '../../payments/testing/books.ts';
import { deliver, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { recordResults } from '../../postbacks/deliver/record-results.ts';
import { seedConfigs, seedPostbacks } from '../../postbacks/testing/seed-postbacks.ts';
import { startWorkers } from '../../run/assembly/workers.ts';
import { createSlug } from '../../testing/create-link.ts';
import { postEvents } from '../../testing/post-events.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import type { TestService } from '../../testing/test-service.ts';
import { addMember, freshAddress } from '../../testing/test-tenant.ts';
import { useDeletableAccount } from './testing/use-deletable-account.ts';

const account = useDeletableAccount();
const { first, second, instances, pool, tenant, held, deleteAll } = account;

test('once it is answered no instance takes its keys, events, links, payments or people', async () => {
  const slug = await createSlug(tenant());
  const webhook = await makeWebhook(first(), tenant(), 'provider_c');
  const member = await addMember(first(), tenant(), 'developer');
  const answers = async (instance: TestService) => {
    const key = { 'x-service-api-key': tenant().apiKey, 'x-forwarded-for': freshAddress() };
    const { results } = await postEvents(instance, signedEvent(tenant(), { timestamp: account.now() }));
    return [
      (await instance.request('/v1/resolve-key', { headers: key })).status,
      results[0]?.code ?? results[0]?.status,
      (await instance.request(`/l/${slug}`)).status,
      (await deliver(instance, webhook, '{}')).status,
      (await member.rpc('list_apps')).status,
    ];
  };
  for (const instance of instances())
    expect(await answers(instance)).toEqual([200, 'accepted', 302, 200, 200]);
  expect((await deleteAll()).status).toBe(200);
  for (const instance of instances())
    expect(await answers(instance)).toEqual([401, 'AUTH_ERROR', 404, 404, 403]);
  const again = await deleteAll();
  expect(again.status).toBe(403);
});

test('of twenty who delete it at once, one gets the receipt', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const response = await deleteAll();
      await response.arrayBuffer();
      return response.status;
    }),
  );
  expect(statuses.sort()).toEqual([200, ...Array(19).fill(403)]);
  expect(await held()).toMatchObject({ erasures: 1 });
});

/** Sends what lane and turn say, and answers whether it was accepted. */
async function sendSomething(
  lane: number,
  turn: number,
  slug: string,
  webhook: Awaited<ReturnType<typeof makeWebhook>>,
) {
  const instance = lane % 8 < 4 ? first() : second();
  const gaid = randomUUID();
  if (lane % 4 < 2) {
    const event = signedEvent(tenant(), { event_type: 'install', gaid, timestamp: account.now() });
    return (await postEvents(instance, event)).results[0]?.status === 'accepted';
  }
  if (lane % 4 === 2) {
    const visit = await instance.request(`/l/${slug}?gaid=${gaid}`);
    await visit.arrayBuffer();
    // A link that is still there, but takes no clicks, leads to a page of the service.
    return visit.status === 302 && visit.headers.get('location')?.startsWith('/paused') === false;
  }
  const payment = { reference: `p-${lane}-${turn}`, amount: 2, currency: 'USD', metadata: { gaid } };
  const delivery = await deliver(instance, webhook, payment);
  await delivery.arrayBuffer();
  return delivery.status === 200;
}

test('twenty who send meanwhile get nothing accepted afterwards, and leave nothing behind', async () => {
  const slug = await createSlug(tenant());
  const webhook = await makeWebhook(first(), tenant());
  const workers = instances().map((instance) => startWorkers(instance.services));
  const phase = { deleted: false, over: false };
  const counts = { after: 0, acceptedBefore: 0, acceptedAfter: 0 };
  const senders = Array.from({ length: 20 }, async (_, lane) => {
    for (let turn = 0; !phase.over; turn++) {
      const { deleted } = phase;
      const accepted = await sendSomething(lane, turn, slug, webhook);
      if (deleted) counts.after++;
      if (accepted) counts[deleted ? 'acceptedAfter' : 'acceptedBefore']++;
    }
  });
  try {
    await expect.poll(() => counts.acceptedBefore).toBeGreaterThan(50);
    expect((await deleteAll()).status).toBe(200);
    phase.deleted = true;
    await expect.poll(() => counts.after).toBeGreaterThan(50);
  } finally {
    phase.over = true;
    await Promise.all(senders);
    await Promise.all(workers.map((running) => running.stop()));
  }
  expect(counts.acceptedAfter).toBe(0);
  await settleRevenue(first());
  await account.settle();
  expect(Object.keys(await held())).toEqual(['erasures', 'payments']);
  const { rows } = await pool().query(
    `select count(*)::int as count from payments
     where customer_id = $1 and num_nonnulls(device_id, gaid, android_id, user_id, service_click_id) > 0`,
    [tenant().accountId],
  );
  expect(rows).toEqual([{ count: 0 }]);
}, 180_000);

test('the result of a postback that is being recorded is waited for, and leaves nothing', async () => {
  const { accountId, appId } = tenant();
  const [configId = ''] = await seedConfigs(first(), accountId, appId, 1);
  const [postbackId = ''] = await seedPostbacks(first(), { accountId, appId, configId, status: 'sent' }, 1);
  await pool().query(`update postbacks set status = 'pending' where postback_id = $1`, [postbackId]);
  const result = { failure: null, httpStatus: 200, response: 'ok', sentAt: account.now() };
  const deletion = await inTransaction(pool(), async (client) => {
    await recordResults(client, accountId, [{ postbackId, sends: 1, result }]);
    const deleting = deleteAll();
    // Over nodes, none of the coordinator's sessions says that it waits for a lock.
    const waiting = `
      select from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'delete from postbacks %'`;
    const isBlocked = async () => (await pool().query(waiting)).rowCount;
    await expect.poll(isBlocked).toBeGreaterThan(0);
    return { deleting };
  });
  expect((await deletion.deleting).status).toBe(200);
  expect(Object.keys(await held(postbackId))).toEqual(['erasures']);
});

test('what an instance stores late, from before it heard of it, is erased as well', async () => {
  const { accountId, appId } = tenant();
  expect((await deleteAll()).status).toBe(200);
  await pool().query(`insert into usage_months (customer_id, month, used) values ($1, '2026-01-01', 1)`, [
    accountId,
  ]);
  await pool().query(
    `insert into activity_queue (batch_id, due_at, customer_ids, app_ids, device_keys, days, event_ids)
     values (gen_random_uuid(), now(), $1, $2, $3, '{1,2}', '{a,b}')`,
    [
      [accountId, randomUUID()],
      [appId, randomUUID()],
      [randomUUID(), randomUUID()],
    ],
  );
  for (const queue of ['click_count_queue', 'event_count_queue']) {
    await pool().query(`insert into ${queue} (deltas) values ($1)`, [
      JSON.stringify([{ customer_id: accountId }, { customer_id: randomUUID() }]),
    ]);
  }
  await account.settle();
  expect(Object.keys(await held())).toEqual(['erasures']);
  const { rows } = await pool().query(
    `select customer_ids, days, device_ids from activity_queue where event_ids = '{b}'`,
  );
  expect(rows).toMatchObject([{ customer_ids: [expect.any(String)], days: [2], device_ids: null }]);
  for (const queue of ['click_count_queue', 'event_count_queue']) {
    const { rows: left } = await pool().query(`select json_array_length(deltas) as n from ${queue}`);
    expect(left.map(({ n }) => n)).toContain(1);
  }
  await pool().query('truncate activity_queue, click_count_queue, event_count_queue');
});
