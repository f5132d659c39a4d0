import { beforeAll, describe, expect, test } from 'vitest';
import { rebuildRollups } from '../counters/rebuild/rebuild-rollups.ts';
import { addDays, utcDay } from '../counters/utc-day.ts';
import { eraseNow } from '../privacy/erasure/testing/erase-now.ts';
import { perSuite } from '../testing/per-suite.ts';
import { randomFor } from '../testing/random.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { GROUP_BY, type GroupBy } from './group-by.ts';
import { report } from './testing/ask-report.ts';
import { type GroupCondition, valuesOf } from './testing/group-condition.ts';
import { makeTraffic } from './testing/random-traffic.ts';
import { referenceBody } from './testing/reference.ts';
import { createTrafficWorld, receiveEvents, settle, type TrafficWorld } from './testing/traffic-world.ts';

const NOW = Date.UTC(2026, 2, 1, 0, 20);
const TODAY = utcDay(NOW);
const PERIODS = [
  { date_from: addDays(TODAY, -30), date_to: TODAY },
  { date_from: addDays(TODAY, -12), date_to: addDays(TODAY, -9) },
];
const GROUPED = ['summary', 'installs', 'cohorts'] as const;
type Name = (typeof GROUPED)[number];

const service = useService({ clock: () => NOW });
const tenant = perSuite(() => createTenant(service));
let world: TrafficWorld;

beforeAll(async () => {
  world = await createTrafficWorld(service, tenant);
  const random = randomFor(21);
  const arrivals = makeTraffic(random, world.apps, { devices: 70, days: 28, returns: 3, nameless: 0.1 }, NOW);
  const devices = arrivals.flatMap((arrival) => ('event' in arrival ? [arrival.device] : []));
  while (arrivals.length > 0) {
    await receiveEvents(service, arrivals.splice(0, 1 + random.below(150)));
    if (random.chance(0.5)) await settle(service);
  }
  await settle(service);
  for (const { ids } of devices.slice(0, 8)) {
    if (ids.gaid) {
      await eraseNow(service.services, { customerId: tenant.accountId, kind: 'gaid', value: ids.gaid });
    }
  }
  await settle(service);
  // The statements that it is compared with would be planned as for empty tables.
  await service.services.workPool.query('analyze events, installs, attributions, device_ids, fraud_flags');
}, 120_000);

type Body = Record<string, unknown>;

/** What a report has to answer of installs that meet conditions. */
async function expected(
  name: Name,
  days: (typeof PERIODS)[number],
  where: readonly GroupCondition[],
  appIds: readonly string[] = world.apps.map(({ appId }) => appId),
): Promise<Body> {
  return referenceBody(service.services.workPool, name, {
    accountId: tenant.accountId,
    appIds,
    from: days.date_from,
    to: days.date_to,
    today: TODAY,
    where,
  });
}

const sizeOf: Record<Name, (body: Body) => number> = {
  summary: (body) => body.total_installs as number,
  installs: (body) => (body.days as { total: number }[]).reduce((sum, { total }) => sum + total, 0),
  cohorts: (body) =>
    (body.cohorts as { installs: number }[]).reduce((sum, { installs }) => sum + installs, 0),
};

/** The groups, by a question of its own for every value. */
async function expectedGroups(
  name: Name,
  by: GroupBy,
  days: (typeof PERIODS)[number],
  where: readonly GroupCondition[],
  appIds?: readonly string[],
) {
  const groups: Body[] = [];
  for (const value of await valuesOf(service.services.workPool, tenant.accountId, by)) {
    const { period: _, ...body } = await expected(name, days, [...where, { name: by, value }], appIds);
    const isFlagged = name === 'installs' && body.flagged_installs !== 0;
    if (sizeOf[name](body) > 0 || isFlagged) groups.push({ key: value, ...body });
  }
  const bytes = (group: Body) => Buffer.from((group.key as string | null) ?? '');
  return groups.sort((a, b) => sizeOf[name](b) - sizeOf[name](a) || Buffer.compare(bytes(a), bytes(b)));
}

describe.each(GROUP_BY)('grouped by %s', (by) => {
  test.each(GROUPED)('%s is the report of each value, to the digit', async (name) => {
    for (const days of PERIODS) {
      const body = await report<Body & { groups: Body[] }>(tenant.owner, name, { ...days, group_by: by });
      const { groups, ...ungrouped } = body;
      expect(ungrouped).toEqual(await expected(name, days, []));
      expect(groups.length).toBeGreaterThan(1);
      expect(groups, JSON.stringify(days)).toEqual(await expectedGroups(name, by, days, []));
      const all = groups.reduce((sum, group) => sum + sizeOf[name](group), 0);
      expect(all).toBe(sizeOf[name](ungrouped));
    }
  });

  test.each(GROUPED)('%s of a country, an app or a team is the report of each value in it', async (name) => {
    const [days] = PERIODS as [(typeof PERIODS)[number]];
    for (const { parameters, where = [], appIds } of filters()) {
      const question = { ...days, ...parameters, group_by: by };
      const { groups, ...ungrouped } = await report<Body & { groups: Body[] }>(tenant.owner, name, question);
      expect(ungrouped, JSON.stringify(parameters)).toEqual(await expected(name, days, where, appIds));
      expect(groups, JSON.stringify(parameters)).toEqual(await expectedGroups(name, by, days, where, appIds));
    }
  });
});

/** What a report may be narrowed by, alone and together, with what that leaves. */
function filters(): {
  parameters: Record<string, string>;
  where?: readonly GroupCondition[];
  appIds?: readonly string[];
}[] {
  const apps = world.apps.map(({ appId }) => appId);
  const kenya = [{ name: 'country', value: 'KE' }] as const;
  return [
    { parameters: { country: 'ke' }, where: kenya },
    { parameters: { country: 'unknown' }, where: [{ name: 'country', value: null }] },
    { parameters: { app_id: apps[0] ?? '' }, appIds: apps.slice(0, 1) },
    { parameters: { team_id: world.otherTeamId, country: 'KE' }, where: kenya, appIds: apps.slice(2) },
  ];
}

describe.each([
  ['KE', 'KE'],
  ['unknown', null],
  ['FR', 'FR'],
])('of the country %s', (country, value) => {
  test.each([...GROUPED, 'attribution_log', 'fraud'] as const)('%s is that of its installs', async (name) => {
    const [days] = PERIODS as [(typeof PERIODS)[number]];
    const { truncated, next_cursor, ...body } = await report<Body>(tenant.owner, name, { ...days, country });
    const { truncated: _, ...wanted } = await expected(name as Name, days, [{ name: 'country', value }]);
    expect(truncated ?? false).toBe(false);
    expect(body).toEqual(wanted);
  });
});

test('the counters are what a rebuild makes of the facts, also where all of them are gone', async () => {
  const { workPool } = service.services;
  const none = { install_groups: 0, cohort_groups: 0, revenue_groups: 0 };
  expect(await rebuildRollups(workPool, tenant.accountId)).toMatchObject(none);
  const before = await report(tenant.owner, 'cohorts', { group_by: 'device_model' });
  for (const table of ['install_group_counts', 'cohort_group_counts', 'group_values', 'group_value_totals'])
    await workPool.query(`delete from ${table} where customer_id = $1`, [tenant.accountId]);
  const found = await rebuildRollups(workPool, tenant.accountId);
  expect(found.install_groups).toBeGreaterThan(100);
  expect(found.cohort_groups).toBeGreaterThan(100);
  expect(await rebuildRollups(workPool, tenant.accountId)).toMatchObject(none);
  expect(await report(tenant.owner, 'cohorts', { group_by: 'device_model' })).toEqual(before);
});
