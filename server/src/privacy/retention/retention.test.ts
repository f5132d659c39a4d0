import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeTraffic } from '../../analytics/testing/random-traffic.ts';
import { createTrafficWorld, receiveEvents, settle } from '../../analytics/testing/traffic-world.ts';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { startWorkers } from '../../run/assembly/workers.ts';
import { processQueued, send } from '../../testing/attributed-app.ts';
import { perTest } from '../../testing/per-suite.ts';
import { outcomeOf } from '../../testing/post-events.ts';
import { randomFor } from '../../testing/random.ts';
import { signedEvent } from '../../testing/signed-event.ts';
import { startTestService } from '../../testing/test-service.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { runRetention } from './run-retention.ts';
import { keptRows } from './testing/kept-rows.ts';

const START = Date.UTC(2026, 4, 10, 12);
const DAY = 86_400_000;
let now = START;

const service = useService({ clock: () => now });
beforeEach(() => {
  now = START;
});
const tenant = perTest(() => createTenant(service));

const pool = () => service.services.backgroundPool;
const run = (days: number) => runRetention({ pool: pool(), clock: () => now, days });

const { rows, idsOf, countersNow } = keptRows(service, tenant);

describe('old events', () => {
  test('go by their arrival, not before, and leave what was counted of them', async () => {
    const event_id = await send(service, tenant, { timestamp: now - 300 * DAY, gaid: randomUUID() });
    await settle(service);
    const counted = await countersNow();
    now += 30 * DAY;
    const recent = await send(service, tenant, { timestamp: now });
    expect(await idsOf('events')).toEqual([event_id, recent].toSorted());
    expect(await run(30)).toMatchObject({ events: 0 });
    now += 1000;
    expect(await run(0)).toMatchObject({ events: 0 });
    expect(await run(30)).toMatchObject({ events: 1 });
    expect(await idsOf('events')).toEqual([recent]);
    const [events] = await countersNow();
    expect(events).toEqual(expect.arrayContaining(counted[0] ?? []));
  });

  test('do not count again when they are sent again, signed anew or with other times, for 400 days', async () => {
    const event_id = randomUUID();
    const again = (members: object = {}) =>
      outcomeOf(service, signedEvent(tenant, { event_id, timestamp: START, sent_at: now, ...members }));
    expect(await again()).toBe('accepted');
    await settle(service);
    const counted = await countersNow();
    now += 31 * DAY;
    expect(await run(30)).toMatchObject({ events: 1 });
    expect(await again()).toBe('deduplicated');
    expect(await again({ timestamp: now })).toBe('deduplicated');
    expect(await outcomeOf(service, signedEvent(tenant, { timestamp: now, sent_at: now }))).toBe('accepted');
    const checked = await tenant.owner.rpc('check_event', {
      p_app_id: tenant.appId,
      p_event: signedEvent(tenant, { event_id, timestamp: START, sent_at: now }),
    });
    expect(await checked.json()).toMatchObject({ status: 'deduplicated', checks: { new_event_id: false } });
    now += 400 * DAY;
    await run(0);
    expect(await again()).toBe('deduplicated');
    now += DAY;
    await run(0);
    expect(await again()).toBe('accepted');
    expect(counted[0]).toHaveLength(1);
  });

  test('are told from new ones also when the plan’s allowance is used up', async () => {
    const event_id = await send(service, tenant, { timestamp: now });
    now += 31 * DAY;
    await run(30);
    await pool().query(`update accounts set plan = 'free' where id = $1`, [tenant.accountId]);
    const second = await startTestService({ clock: () => now, databaseUrl: service.databaseUrl });
    try {
      await pool().query(
        `insert into usage_months (customer_id, month, used) values ($1, $2, 10000)
         on conflict (customer_id, month) do update set used = 10000`,
        [tenant.accountId, new Date(now).toISOString().slice(0, 8).concat('01')],
      );
      const ask = (id: string) =>
        outcomeOf(second, signedEvent(tenant, { event_id: id, timestamp: now, sent_at: now }));
      expect(await ask(randomUUID())).toBe('QUOTA_EXCEEDED');
      expect(await ask(event_id)).toBe('deduplicated');
    } finally {
      await second.close();
    }
  });

  test('stay while attribution, a delivery or an erasure waits for them', async () => {
    const install = await send(service, tenant, {
      event_type: 'install',
      gaid: randomUUID(),
      timestamp: now,
    });
    now += 31 * DAY;
    expect(await run(30)).toMatchObject({ events: 0 });
    await processQueued(service);
    await settle(service);
    const postbacks = (status: string) =>
      pool().query(
        `insert into postbacks (customer_id, postback_id, config_id, app_id, postback_format, event_type,
           attribution_id, install_id, status, sends, attempts, created_at)
         select customer_id, gen_random_uuid(), gen_random_uuid(), app_id, 'canonical', 'install', attribution_id,
           install_id, $2, 1, 1, now()
         from attributions where customer_id = $1`,
        [tenant.accountId, status],
      );
    await postbacks('pending');
    expect(await run(30)).toMatchObject({ events: 0 });
    await pool().query(`update postbacks set status = 'sent' where customer_id = $1`, [tenant.accountId]);
    const erasure = (change: string) =>
      pool().query(
        change === 'begin'
          ? `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
             values (gen_random_uuid(), $1, 'device', gen_random_uuid(), now(), 'infinity', '{}')`
          : `update erasures set position = '{"again": true}' where customer_id = $1`,
        [tenant.accountId],
      );
    await erasure('begin');
    expect(await run(30)).toMatchObject({ events: 0 });
    // It has erased everything once, and only looks again later.
    await erasure('go on');
    expect(await idsOf('events')).toEqual([install]);
    expect(await run(30)).toMatchObject({ events: 1 });
  });

  test('with a token stay while a review looks for it', async () => {
    const gaid = randomUUID();
    await send(service, tenant, { event_type: 'install', gaid, timestamp: now });
    await send(service, tenant, { gaid, integrity_token: 'a.b.c', timestamp: now });
    await settle(service);
    now += 2 * DAY;
    expect(await run(1)).toMatchObject({ events: 1 });
    await pool().query('delete from fraud_reviews where customer_id = $1', [tenant.accountId]);
    expect(await run(1)).toMatchObject({ events: 1 });
  });

  test('that tell ids stay until those are learnt', async () => {
    const ids = { gaid: randomUUID(), user_id: randomUUID() };
    await send(service, tenant, { timestamp: now, ...ids });
    now += 2 * DAY;
    expect(await run(1)).toMatchObject({ events: 0 });
    await settle(service);
    expect(await run(1)).toMatchObject({ events: 1 });
  });

  test('of an erased device leave nothing of it', async () => {
    const ids = { gaid: randomUUID(), installation_id: randomUUID() };
    await send(service, tenant, { event_type: 'install', timestamp: now, ...ids });
    await settle(service);
    now += 31 * DAY;
    await run(30);
    expect(await rows('select from event_devices where customer_id = $1')).toHaveLength(1);
    const erased = await tenant.owner.rpc('erase_device', { p_gaid: ids.gaid });
    expect(await erased.json()).toMatchObject({ erased: { device_days: 1, installs: 1 } });
    for (const table of ['event_devices', 'device_days', 'device_ids'])
      expect(await rows(`select from ${table} where customer_id = $1`)).toEqual([]);
    expect(await rebuildRollups(pool(), tenant.accountId)).toMatchObject({ events: 0, event_devices: 0 });
  });
});

test('a rebuild lowers nothing whose facts went, and still finds what is missing', async () => {
  const world = await createTrafficWorld(service, tenant);
  const shape = { devices: 60, days: 20, returns: 4, nameless: 0.1 };
  await receiveEvents(service, makeTraffic(randomFor('retention'), world.apps, shape, now));
  await settle(service);
  const counted = await countersNow();
  // Half of them arrived long ago.
  await pool().query(
    `update events set received_at = (received_at at time zone 'UTC' - interval '50 days') at time zone 'UTC' where customer_id = $1 and hashtext(event_id) % 2 = 0`,
    [tenant.accountId],
  );
  await pool().query(
    `update clicks set recorded_at = (recorded_at at time zone 'UTC' - interval '50 days') at time zone 'UTC', clicked_at = (clicked_at at time zone 'UTC' - interval '50 days') at time zone 'UTC'
     where customer_id = $1 and hashtext(click_id::text) % 2 = 0`,
    [tenant.accountId],
  );
  const both = await Promise.all([run(30), run(30)]);
  expect(both[0].events + both[1].events).toBeGreaterThan(50);
  await rebuildRollups(pool(), tenant.accountId);
  expect((await countersNow()).slice(0, 2)).toEqual(counted.slice(0, 2));
  await pool().query('delete from event_counts where customer_id = $1', [tenant.accountId]);
  await pool().query('delete from event_devices where customer_id = $1', [tenant.accountId]);
  expect(await rebuildRollups(pool(), tenant.accountId)).toMatchObject({ events: expect.any(Number) });
  const found = await rows('select sum(events)::int as n from event_counts where customer_id = $1');
  const kept = await rows('select count(*)::int as n from events where customer_id = $1');
  expect(found).toEqual(kept);
});

test('a service lets old rows go soon after its start', async () => {
  await send(service, tenant, { timestamp: now });
  await settle(service);
  now += 31 * DAY;
  const env = { RETENTION_DAYS: '30' };
  const second = await startTestService({ clock: () => now, databaseUrl: service.databaseUrl, env });
  const workers = startWorkers(second.services);
  try {
    await expect.poll(() => idsOf('events')).toEqual([]);
  } finally {
    await workers.stop();
    await second.close();
  }
});
