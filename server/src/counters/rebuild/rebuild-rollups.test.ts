import { describe, expect, test } from 'vitest';
import { type Arrival, makeTraffic, type TrafficDevice } from '../../analytics/testing/random-traffic.ts';
import {
  createTrafficWorld,
  receiveEvents,
  settle,
  type TrafficWorld,
} from '../../analytics/testing/traffic-world.ts';
import { processBatch } from '../../attribution/work/attribution-worker.ts';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { eraseNow } from '../../privacy/erasure/testing/erase-now.ts';
import { runAdmin } from '../../run/admin/run-admin.ts';
import { type Random, randomFor } from '../../testing/random.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { processActivity } from '../activity/activity-worker.ts';
import { countEvents } from '../events/count-events.ts';
import { countersOf } from '../testing/counters-of.ts';
import { factsOf } from '../testing/facts-of.ts';
import { uncountInstalls } from '../uncount-installs.ts';
import { rebuildRollups } from './rebuild-rollups.ts';

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
  install_groups: 0,
  cohort_groups: 0,
  revenue_groups: 0,
  events: 0,
  event_devices: 0,
};

const service = useService({ clock: () => NOW });

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

/** SQL of some of the rows of a table; of functions that answer otherwise each time Citus lets none decide. */
const share = (table: string, percent: number) => `abs(hash_record(${table})) % 100 < ${percent}`;

const DAMAGE = [
  `update install_counts set installs = installs + 3, confidence_sum = 7 where customer_id = $1 and ${share('install_counts', 40)}`,
  `delete from install_counts where customer_id = $1 and ${share('install_counts', 30)}`,
  `update campaign_counts set installs = installs + 1 where customer_id = $1 and ${share('campaign_counts', 50)}`,
  `update link_counts set clicks = clicks * 2 + 1, bots = 9 where customer_id = $1 and ${share('link_counts', 50)}`,
  `update cohort_counts set devices = devices - 1 where customer_id = $1 and ${share('cohort_counts', 50)}`,
  `delete from cohort_activity where customer_id = $1 and ${share('cohort_activity', 30)}`,
  `update event_counts set events = events + 2, revenue = revenue / 3 where customer_id = $1 and ${share('event_counts', 30)}`,
  `update event_device_counts set devices = devices - 1 where customer_id = $1 and ${share('event_device_counts', 30)}`,
  `delete from event_devices where customer_id = $1 and ${share('event_devices', 20)}`,
  `insert into event_devices select customer_id, app_id, gen_random_uuid(), kind, day
   from event_devices where customer_id = $1 and ${share('event_devices', 10)}`,
  `insert into cohort_activity select customer_id, app_id, gen_random_uuid(), day, cohort_day
   from cohort_activity where customer_id = $1 and ${share('cohort_activity', 20)}`,
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
    const kept = await countersOf(service, world);
    expect(kept.every((rows) => rows.length > 20)).toBe(true);
    expect(kept).toEqual(await factsOf(service, world));
    expect(await admin()).toEqual([
      expect.stringMatching(/^\d+ accounts checked: their counters match the stored facts$/),
    ]);
    expect(await countersOf(service, world)).toEqual(kept);
  });
});

describe('counters that are wrong', () => {
  test('are made right by a rebuild, which says what was wrong', async () => {
    const world = await createTrafficWorld(service, await createTenant(service));
    await receiveEvents(service, makeTraffic(randomFor(3), world.apps, SHAPE, NOW));
    await settle(service);
    const right = await countersOf(service, world);
    await damage(world);
    expect(await countersOf(service, world)).not.toEqual(right);
    expect((await admin()).join('\n')).toMatch(
      new RegExp(
        `account ${world.tenant.accountId}: corrected \\d+ of installs, \\d+ of campaigns, \\d+ of links, \\d+ of cohorts, \\d+ of activity, \\d+ of events, \\d+ of event_devices`,
      ),
    );
    expect(await countersOf(service, world)).toEqual(right);
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
      const rebuild = () => rebuildRollups(service.services.backgroundPool, accountId);
      await Promise.all([rebuild(), rebuild()]);
      rebuilt++;
    });
    expect(rebuilt).toBeGreaterThan(0);
    // Now that no device is being erased, what was too much is known.
    await rebuildRollups(service.services.workPool, accountId);
    expect(await countersOf(service, world)).toEqual(await factsOf(service, world));
    expect(await rebuildRollups(service.services.workPool, accountId)).toEqual(NOTHING_WRONG);
  });
});

test('undoing twice takes back once', async () => {
  const world = await createTrafficWorld(service, await createTenant(service));
  await receiveEvents(service, makeTraffic(randomFor(6), world.apps, SHAPE, NOW));
  await settle(service);
  const { workPool } = service.services;
  const before = await countersOf(service, world);
  const some = await someInstalls(randomFor(1), world);
  expect(some.installIds.length).toBeGreaterThan(5);
  for (let time = 0; time < 2; time++)
    await inTransaction(workPool, (client) => uncountInstalls(client, some));
  const without = await countersOf(service, world);
  expect(without).not.toEqual(before);
  expect(without).toEqual(await factsOf(service, world));
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
