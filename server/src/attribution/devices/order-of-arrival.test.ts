import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { keptBooks, recordedRows, settleRevenue } from '../../payments/testing/books.ts';
import { install, makeCampaign } from '../../payments/testing/paying-device.ts';
import { accepted, makeWebhook } from '../../payments/testing/payment-webhook.ts';
import { rowsNaming } from '../../privacy/erasure/testing/rows-naming.ts';
import { startWorkers } from '../../run/assembly/workers.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { processQueued, send } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { EVENT_CLAIMS } from '../event-queue/event-queue.ts';
import { processBatch } from '../work/attribution-worker.ts';
import { processEvents } from '../work/process-events.ts';

const service = useService();
const elsewhere = useService({ beside: service });
const instances = [service, elsewhere];
const tenant = perTest(() => createTenant(service));
const webhook = perTest(() => makeWebhook(service, tenant));
const spring = perTest(() => makeCampaign(tenant, 'Spring'));
let ids: { installation_id: string };
let user: { user_id: string };
beforeEach(() => {
  ids = { installation_id: randomUUID() };
  user = { user_id: `user-${randomUUID()}` };
});

const pool = () => service.services.workPool;
const query = async (sql: string, ...values: unknown[]) =>
  (await pool().query(sql, [tenant.accountId, ...values])).rows;

/** The devices that ids are known for, as the values of each. */
const known = async (): Promise<string[][]> =>
  (
    await query(
      'select array_agg(value order by value) as ids from device_ids where customer_id = $1 group by device_id order by 1',
    )
  ).map((row) => row.ids);

const everything = () => [[...Object.values(ids), ...Object.values(user)].sort()];
const identify = (from = service) =>
  send(from, tenant, { event_type: 'custom', custom_event_name: 'identify', ...ids, ...user });
const buy = (from = service) =>
  send(from, tenant, { event_type: 'purchase', ...user, revenue: 3, currency: 'EUR' });
const pay = () =>
  accepted(service, webhook, {
    reference: `paid-${user.user_id}`,
    amount: 10,
    currency: 'EUR',
    metadata: user,
  });

const credited = async () =>
  (await keptBooks(service, tenant.accountId)).campaigns
    .filter(({ campaign_id }) => campaign_id === spring.campaignId)
    .map(({ in_app, payment }) => [in_app, payment]);

describe('what a user buys right after they are identified is of their device', () => {
  test.each([0, 300, 600])(
    '%i ms later, with the workers of two instances',
    async (gap) => {
      const workers = instances.map(({ services }) => startWorkers(services));
      await install(service, tenant, ids, spring);
      await identify();
      await sleep(gap);
      await buy(elsewhere);
      await pay();
      await expect.poll(credited, { timeout: 15_000 }).toEqual([['3', '10']]);
      await Promise.all(workers.map((worker) => worker.stop()));
      expect(await known()).toEqual(everything());
      expect((await recordedRows(service, tenant.accountId)).map(({ matched_by }) => matched_by)).toEqual([
        'user_id',
      ]);
    },
    30_000,
  );

  test('under a backlog, in small batches of many workers at once', async () => {
    const people = Array.from({ length: 20 }, () => ({
      installation_id: randomUUID(),
      user_id: `user-${randomUUID()}`,
    }));
    await Promise.all(
      people.map(async ({ installation_id, user_id }, n) => {
        const from = instances[n % 2] ?? service;
        await send(from, tenant, { event_type: 'install', installation_id });
        await send(from, tenant, { event_type: 'open', installation_id, user_id });
        await send(from, tenant, { event_type: 'purchase', user_id, revenue: 3, currency: 'EUR' });
      }),
    );
    const own = new Pool({ connectionString: service.databaseUrl, max: 6 });
    const { bell, log, clock } = service.services;
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        while ((await processBatch({ pool: own, bell, log, clock, batchSize: 3 })) > 0);
      }),
    );
    await own.end();
    await settleRevenue(service);
    expect(await known()).toEqual(
      people.map(({ installation_id, user_id }) => [installation_id, user_id].sort()).sort(),
    );
  });

  test('and an erasure by the device leaves nothing of either', async () => {
    await install(service, tenant, ids, spring);
    await identify();
    await processQueued(service);
    await buy();
    await processQueued(service);
    await pay();
    const gaid = randomUUID();
    await send(service, tenant, { event_type: 'open', ...ids, gaid });
    const answer = await answerOf(tenant.owner.rpc('erase_device', { p_gaid: gaid }));
    expect(answer).toMatchObject({ body: { complete: true } });
    await settleRevenue(service);
    expect(await rowsNaming(pool(), [ids.installation_id, gaid])).toEqual({});
    expect(await query('select 1 from device_ids where customer_id = $1')).toEqual([]);
    expect(await query('select 1 from installs where customer_id = $1')).toEqual([]);
  });
});

describe('an event that others are at while a later one is processed', () => {
  async function whileHeld(events: number, meanwhile: () => Promise<unknown>): Promise<void> {
    const own = new Pool({ connectionString: service.databaseUrl, max: 1 });
    const client = await own.connect();
    await client.query('begin');
    const claimed = await EVENT_CLAIMS.due(client, service.services.clock(), events);
    expect(claimed).toHaveLength(events);
    await meanwhile();
    await processEvents(client, claimed, service.services.clock());
    await client.query('commit');
    client.release();
    await own.end();
    await settleRevenue(service);
  }

  test('has its ids learnt first', async () => {
    await send(service, tenant, { event_type: 'install', ...ids, ...user });
    await whileHeld(1, async () => {
      await buy();
      await processQueued(service);
      expect(await query('select 1 from purchases where customer_id = $1')).toHaveLength(1);
    });
    expect(await known()).toEqual(everything());
    expect(await query('select 1 from device_conflicts where customer_id = $1')).toEqual([]);
  });

  test('as have those by which it is known, one through the other', async () => {
    const gaid = randomUUID();
    await send(service, tenant, { event_type: 'install', ...ids });
    await send(service, tenant, { event_type: 're_engagement', ...ids, gaid });
    await send(service, tenant, { event_type: 'purchase', gaid, ...user });
    await whileHeld(3, async () => {
      await buy();
      await processQueued(service);
    });
    expect(await known()).toEqual([[...Object.values(ids), gaid, user.user_id].sort()]);
  });

  test('teaches a click its device', async () => {
    const gaid = randomUUID();
    const android_id = 'a-1';
    await send(service, tenant, { event_type: 'install', ...ids, gaid });
    await whileHeld(1, async () => {
      await send(service, tenant, { event_type: 'click', gaid, android_id, click_id: randomUUID() });
      await processQueued(service);
    });
    expect(await known()).toEqual([[...Object.values(ids), gaid, android_id].sort()]);
  });

  test('is not waited for if it was deferred', async () => {
    await send(service, tenant, { event_type: 'install', ...ids, ...user });
    await query(
      `update event_queue set due_at = now() + interval '4 seconds', attempts = 3 where customer_id = $1`,
    );
    await buy();
    await processQueued(service);
    expect(await known()).toEqual(everything());
  });

  test('says nothing once it is being erased', async () => {
    const eventId = await send(service, tenant, { event_type: 'install', ...ids, ...user });
    const own = new Pool({ connectionString: service.databaseUrl, max: 1 });
    const client = await own.connect();
    await client.query('begin');
    await client.query('select from event_queue where event_id = $1 for update', [eventId]);
    await client.query('delete from events where event_id = $1', [eventId]);
    await buy();
    await processQueued(service);
    await client.query('delete from event_queue where event_id = $1', [eventId]);
    await client.query('commit');
    client.release();
    await own.end();
    expect(await known()).toEqual([[user.user_id]]);
  });
});

test('what came before, in whatever order it happened, is learnt first', async () => {
  const now = service.services.clock();
  await send(service, tenant, {
    event_type: 'install',
    ...ids,
    ...user,
    timestamp: now - 1000,
    sent_at: now,
  });
  await send(service, tenant, {
    event_type: 'purchase',
    ...user,
    timestamp: now - 60_000,
    sent_at: now,
    age_ms: 60_000,
  });
  await settleRevenue(service);
  expect(await known()).toEqual(everything());
});
