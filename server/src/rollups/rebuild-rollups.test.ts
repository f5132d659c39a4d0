import { describe, expect, test, vi } from 'vitest';
import { runAdmin } from '../admin/run-admin.ts';
import { type Arrival, makeTraffic, type TrafficDevice } from '../analytics/testing/random-traffic.ts';
import {
  createTrafficWorld,
  receiveEvents,
  settle,
  type TrafficWorld,
} from '../analytics/testing/traffic-world.ts';
import { processBatch } from '../attribution/work/attribution-worker.ts';
import { eraseNow } from '../erasure/testing/erase-now.ts';
import { inTransaction } from '../group-commit/in-transaction.ts';
import { type Random, randomFor } from '../testing/random.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { processActivity } from './activity-worker.ts';
import { countEvents } from './events/count-events.ts';
import { lockAppExclusively } from './lock-apps.ts';
import { rebuildRollups } from './rebuild-rollups.ts';
import { uncountInstalls } from './uncount-installs.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const SHAPE = { devices: 120, days: 35, returns: 4, nameless: 0.1 };
const NOTHING_WRONG = {
  installs: 0,
  campaigns: 0,
  links: 0,
  cohorts: 0,
  activity: 0,
  revenue: 0,
  campaign_revenue: 0,
  events: 0,
  event_devices: 0,
};

const service = useService({ clock: () => NOW });

const NAME = `case when event_type = 'custom' then coalesce(custom_event_name, '') else '' end`;

/** Everything that is counted of the world's account, in a fixed order, rows of nothing left out. */
async function countersOf({ tenant }: TrafficWorld): Promise<unknown[][]> {
  const read = async (text: string) =>
    (await service.services.workPool.query(text, [tenant.accountId])).rows as unknown[];
  return [
    await read(`select app_id, day::text, model, channel, installs, confidence_sum, high_confidence
      from install_counts where customer_id = $1 and (installs, confidence_sum) <> (0, 0) order by 1, 2, 3, 4`),
    await read(`select app_id, day::text, campaign_id, installs from campaign_counts
      where customer_id = $1 and installs <> 0 order by 1, 2, 3`),
    await read(`select link_id, day::text, clicks, repeats, bots, installs from link_counts
      where customer_id = $1 and (clicks, repeats, bots, installs) <> (0, 0, 0, 0) order by 1, 2`),
    await read(`select app_id, cohort_day::text, day_offset, devices from cohort_counts
      where customer_id = $1 and devices <> 0 order by 1, 2, 3`),
    await read(`select app_id, event_type, event_name, day::text, currency, events, trim_scale(revenue) as revenue
      from event_counts join event_kinds using (customer_id, app_id, kind)
      where customer_id = $1 and events <> 0 order by 1, 2, 3, 4, 5`),
    await read(`select app_id, event_type, event_name, day::text, previous_day::text, devices
      from event_device_counts join event_kinds using (customer_id, app_id, kind)
      where customer_id = $1 and devices <> 0 order by 1, 2, 3, 4, 5`),
  ];
}

/** The same from what happened alone. */
async function factsOf({ tenant }: TrafficWorld): Promise<unknown[][]> {
  const read = async (text: string) =>
    (await service.services.workPool.query(text, [tenant.accountId])).rows as unknown[];
  const counted = `attributions.customer_id = $1 and install_kind = 'install' and counted_day is not null`;
  return [
    await read(`select app_id, (installed_at at time zone 'UTC')::date::text as day, model, channel,
        count(*) as installs, sum(confidence_score)::bigint as confidence_sum,
        count(*) filter (where confidence_score >= 80) as high_confidence
      from attributions where ${counted} group by 1, 2, 3, 4 order by 1, 2, 3, 4`),
    await read(`select app_id, (installed_at at time zone 'UTC')::date::text as day, campaign_id, count(*) as installs
      from attributions where ${counted} and campaign_id is not null group by 1, 2, 3 order by 1, 2, 3`),
    await read(`select link_id, day::text, sum(click)::bigint as clicks, sum(again)::bigint as repeats,
        sum(bot)::bigint as bots, sum(install)::bigint as installs
      from (
        select link_id, (clicked_at at time zone 'UTC')::date as day, (excluded_because is null)::int as click,
          (coalesce(excluded_because, '') = 'repeat')::int as again, (coalesce(excluded_because, '') = 'bot')::int as bot,
          0 as install
        from clicks where customer_id = $1 and source = 'link'
        union all
        select link_id, (installed_at at time zone 'UTC')::date, 0, 0, 0, 1
        from attributions where ${counted} and link_id is not null
      ) counted group by 1, 2 order by 1, 2`),
    await read(`select app_id, cohort_day::text, day_offset, count(distinct device_id) as devices
      from (
        select installs.app_id, installs.device_id, (installs.installed_at at time zone 'UTC')::date as cohort_day,
          unnest(array[0, device_days.day - (installs.installed_at at time zone 'UTC')::date]) as day_offset
        from attributions
        join installs on installs.install_id = attributions.install_id
        join device_ids ids on ids.app_id = installs.app_id and ids.device_id = installs.device_id
        left join device_days on device_days.app_id = ids.app_id and device_days.device_key = ids.device_key
        where ${counted} and ids.kind <> 'user_id'
      ) seen where day_offset in (0, 1, 3, 7, 14, 30) group by 1, 2, 3 order by 1, 2, 3`),
    await read(`select app_id, event_type, ${NAME} as event_name, (occurred_at at time zone 'UTC')::date::text as day,
        case when revenue is null or currency is null then '' else currency end as currency, count(*) as events,
        trim_scale(coalesce(sum(revenue) filter (where currency is not null), 0)) as revenue
      from events where customer_id = $1 group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`),
    await read(`select app_id, event_type, event_name, day::text, coalesce(before, '-infinity')::text as previous_day,
        count(*) as devices
      from (
        select *, lag(day) over (partition by app_id, event_type, event_name, device_key order by day) as before
        from (select distinct app_id, event_type, ${NAME} as event_name, device_key,
          (occurred_at at time zone 'UTC')::date as day
          from events where customer_id = $1 and device_key is not null) shown
      ) seen group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`),
  ];
}

const deviceIn = (arrival: Arrival | undefined): TrafficDevice | undefined =>
  arrival && 'event' in arrival ? arrival.device : undefined;

async function eraseOne({ app, ids }: TrafficDevice): Promise<void> {
  for (const kind of ['installation_id', 'android_id', 'gaid'] as const) {
    const value = ids[kind];
    if (!value) continue;
    await eraseNow(service.services, {
      customerId: app.customerId,
      kind,
      value,
    });
    return;
  }
}

async function someInstalls(random: Random, { tenant }: TrafficWorld) {
  const { rows } = await service.services.workPool.query<{ app_id: string; install_id: string }>(
    'select app_id, install_id from installs where customer_id = $1 order by event_id',
    [tenant.accountId],
  );
  const appId = rows.length > 0 ? random.pick(rows).app_id : tenant.appId;
  const installIds = rows
    .filter((row) => row.app_id === appId && random.chance(0.2))
    .map((row) => row.install_id);
  return { customerId: tenant.accountId, appId, installIds };
}

/** Events and clicks come in, workers work and devices are erased, all at once; then installs are undone. */
async function liveADay(random: Random, world: TrafficWorld, beside: () => Promise<void>): Promise<void> {
  const { workPool, bell, log, clock } = service.services;
  const arrivals = makeTraffic(random, world.apps, SHAPE, NOW);
  const devices = arrivals.map(deviceIn).filter((device) => device !== undefined);
  let over = false;
  const until = async (act: () => Promise<unknown>) => {
    while (!over) await act();
  };
  const workers = [
    ...[1, 2].map(() => until(() => processBatch({ pool: workPool, bell, log, clock, batchSize: 40 }))),
    ...[1, 2].map(() => until(() => processActivity({ pool: workPool, log, clock }))),
    ...[1, 2].map(() => until(() => countEvents(workPool))),
    until(beside),
    until(() => eraseOne(random.pick(devices))),
  ];
  while (arrivals.length > 0) await receiveEvents(service, arrivals.splice(0, 25));
  over = true;
  await Promise.all(workers);
  await settle(service);
  const undone = await someInstalls(random, world);
  await inTransaction(workPool, (client) => uncountInstalls(client, undone));
}

const DAMAGE = [
  'update install_counts set installs = installs + 3, confidence_sum = 7 where customer_id = $1 and random() < 0.4',
  'delete from install_counts where customer_id = $1 and random() < 0.3',
  'update campaign_counts set installs = installs + 1 where customer_id = $1 and random() < 0.5',
  'update link_counts set clicks = clicks * 2 + 1, bots = 9 where customer_id = $1 and random() < 0.5',
  'update cohort_counts set devices = devices - 1 where customer_id = $1 and random() < 0.5',
  'delete from cohort_activity where customer_id = $1 and random() < 0.3',
  'update event_counts set events = events + 2, revenue = revenue / 3 where customer_id = $1 and random() < 0.3',
  'update event_device_counts set devices = devices - 1 where customer_id = $1 and random() < 0.3',
  'delete from event_devices where customer_id = $1 and random() < 0.2',
  `insert into event_devices select customer_id, app_id, gen_random_uuid(), kind, day
   from event_devices where customer_id = $1 and random() < 0.1`,
  `insert into cohort_activity select customer_id, app_id, gen_random_uuid(), day, cohort_day
   from cohort_activity where customer_id = $1 and random() < 0.2`,
  `insert into install_counts select customer_id, app_id, '2020-01-01', model, 'sms', 1, 1, 1
   from install_counts where customer_id = $1 limit 1 on conflict do nothing`,
];

async function damage({ tenant }: TrafficWorld): Promise<void> {
  for (const text of DAMAGE) await service.services.workPool.query(text, [tenant.accountId]);
}

async function admin(): Promise<string[]> {
  const lines: string[] = [];
  await runAdmin(service.services.config, ['rebuild-rollups'], (line) => lines.push(line));
  return lines;
}

describe('after a day of random traffic with erasures, re-installs, late events and undone facts', () => {
  test.each([1, 2])('the counters are what a rebuild makes of the facts (seed %i)', async (seed) => {
    const world = await createTrafficWorld(service, await createTenant(service));
    await liveADay(randomFor(seed), world, async () => {
      await service.services.workPool.query('select pg_sleep(0.01)');
    });
    const kept = await countersOf(world);
    expect(kept.every((rows) => rows.length > 20)).toBe(true);
    expect(kept).toEqual(await factsOf(world));
    expect(await admin()).toEqual([
      expect.stringMatching(/^\d+ accounts checked: their counters match the stored facts$/),
    ]);
    expect(await countersOf(world)).toEqual(kept);
  });
});

describe('counters that are wrong', () => {
  test('are made right by a rebuild, which says what was wrong', async () => {
    const world = await createTrafficWorld(service, await createTenant(service));
    await receiveEvents(service, makeTraffic(randomFor(3), world.apps, SHAPE, NOW));
    await settle(service);
    const right = await countersOf(world);
    await damage(world);
    expect(await countersOf(world)).not.toEqual(right);
    expect((await admin()).join('\n')).toMatch(
      new RegExp(
        `account ${world.tenant.accountId}: corrected \\d+ of installs, \\d+ of campaigns, \\d+ of links, \\d+ of cohorts, \\d+ of activity, \\d+ of events, \\d+ of event_devices`,
      ),
    );
    expect(await countersOf(world)).toEqual(right);
    expect(await rebuildRollups(service.services.workPool, world.tenant.accountId)).toEqual(NOTHING_WRONG);
  });

  test('are made right while others count on, by several at once', async () => {
    const world = await createTrafficWorld(service, await createTenant(service));
    const { accountId } = world.tenant;
    const early = makeTraffic(randomFor(4), world.apps, SHAPE, NOW);
    await receiveEvents(service, early);
    await settle(service);
    await damage(world);
    let rebuilt = 0;
    await liveADay(randomFor(5), world, async () => {
      const rebuild = () => rebuildRollups(service.services.workPool, accountId);
      await Promise.all([rebuild(), rebuild()]);
      rebuilt++;
    });
    expect(rebuilt).toBeGreaterThan(0);
    // Now that no device is being erased, what was too much is known.
    await rebuildRollups(service.services.workPool, accountId);
    expect(await countersOf(world)).toEqual(await factsOf(world));
    expect(await rebuildRollups(service.services.workPool, accountId)).toEqual(NOTHING_WRONG);
  });
});

test('undoing twice takes back once', async () => {
  const world = await createTrafficWorld(service, await createTenant(service));
  await receiveEvents(service, makeTraffic(randomFor(6), world.apps, SHAPE, NOW));
  await settle(service);
  const { workPool } = service.services;
  const before = await countersOf(world);
  const some = await someInstalls(randomFor(1), world);
  expect(some.installIds.length).toBeGreaterThan(5);
  for (let time = 0; time < 2; time++)
    await inTransaction(workPool, (client) => uncountInstalls(client, some));
  const without = await countersOf(world);
  expect(without).not.toEqual(before);
  expect(without).toEqual(await factsOf(world));
});

test('the command analyses first: without statistics the comparison would be planned for empty tables', async () => {
  await createTenant(service);
  await admin();
  const { rows } = await service.services.workPool.query(
    `select relname from pg_class where relname in ('installs', 'device_ids', 'device_days', 'cohort_activity')
     and reltuples < 0`,
  );
  expect(rows).toEqual([]);
});

test('waits for no one who holds an app, unless something of the app is wrong', async () => {
  const { workPool } = service.services;
  const { accountId, appId } = await createTenant(service);
  const holder = await workPool.connect();
  try {
    await holder.query('begin');
    await lockAppExclusively(holder, appId);
    await rebuildRollups(workPool, accountId);
    await workPool.query(
      `insert into cohort_activity (customer_id, app_id, device_id, day, cohort_day)
       values ($1, $2, gen_random_uuid(), '2026-02-01', '2026-02-01')`,
      [accountId, appId],
    );
    const rebuilt = rebuildRollups(workPool, accountId);
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from apps%'`;
    await vi.waitFor(async () => expect((await workPool.query(waits)).rowCount).toBe(1), 30_000);
    await holder.query('commit');
    expect((await rebuilt).activity).toBe(1);
  } finally {
    holder.release(true);
  }
});

test('takes nothing for wrong while others count and devices are erased', async () => {
  const world = await createTrafficWorld(service, await createTenant(service));
  const found: unknown[] = [];
  await liveADay(randomFor(8), world, async () => {
    found.push(await rebuildRollups(service.services.workPool, world.tenant.accountId));
  });
  expect(found.length).toBeGreaterThan(3);
  expect(found).toEqual(found.map(() => NOTHING_WRONG));
});

test('takes nothing for wrong that only waits in the queue', async () => {
  const { workPool } = service.services;
  const { accountId, appId } = await createTenant(service);
  const device = '11111111-1111-4111-8111-111111111112';
  const args = [accountId, appId, device];
  await workPool.query(
    `insert into installs (customer_id, app_id, device_id, install_id, event_id, kind, installed_at, received_at, cohort_day)
     values ($1, $2, $3, gen_random_uuid(), 'e1', 'install', '2026-02-01', '2026-02-01', '2026-02-01')`,
    args,
  );
  await workPool.query(
    `insert into activity_queue (batch_id, due_at, customer_ids, app_ids, device_ids)
     values (gen_random_uuid(), '2026-03-01 12:00Z', array[$1]::uuid[], array[$2]::uuid[], array[$3]::uuid[])`,
    args,
  );
  expect((await rebuildRollups(workPool, accountId)).activity).toBe(0);
  await workPool.query('delete from activity_queue');
  expect((await rebuildRollups(workPool, accountId)).activity).toBe(1);
});

test('takes nothing for wrong that an erasure has still to take back', async () => {
  const { workPool } = service.services;
  const { accountId, appId } = await createTenant(service);
  await workPool.query(
    `insert into cohort_activity (customer_id, app_id, device_id, day, cohort_day)
     values ($1, $2, gen_random_uuid(), '2026-02-01', '2026-02-01')`,
    [accountId, appId],
  );
  await workPool.query(
    `insert into erasures (receipt_id, customer_id, scope, requested_by, requested_at, due_at, ids)
     values (gen_random_uuid(), $1, 'device', gen_random_uuid(), now(), now(), '{}')`,
    [accountId],
  );
  expect((await rebuildRollups(workPool, accountId)).activity).toBe(0);
  await workPool.query('update erasures set due_at = null where customer_id = $1', [accountId]);
  expect((await rebuildRollups(workPool, accountId)).activity).toBe(1);
});
