import { describe, expect, test } from 'vitest';
import { daysOf } from '../counters/period.ts';
import { addDays, utcDay } from '../counters/utc-day.ts';
import { type Random, randomFor } from '../testing/random.ts';
import { createTenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { makeTraffic, type TrafficShape } from './testing/random-traffic.ts';
import { type ReferenceName, referenceBody } from './testing/reference.ts';
import { createTrafficWorld, receiveEvents, settle, type TrafficWorld } from './testing/traffic-world.ts';

/** Just after midnight, where days are easily mistaken. */
const NOW = Date.UTC(2026, 2, 1, 0, 20);
const TODAY = utcDay(NOW);

const SHAPES: [string, TrafficShape][] = [
  ['many installs of many days', { devices: 90, days: 50, returns: 2, nameless: 0.1 }],
  ['a single day', { devices: 60, days: 1, returns: 3, nameless: 0.1 }],
  ['few devices that return often', { devices: 8, days: 40, returns: 12, nameless: 0 }],
  ['devices that mostly have no id', { devices: 40, days: 10, returns: 2, nameless: 0.8 }],
];
const NOTHING: TrafficShape = { devices: 0, days: 1, returns: 0, nameless: 0 };

const PAGED = [
  { resource: 'attribution_log', rows: 'attributions', limit: 200 },
  { resource: 'fraud', rows: 'flags', limit: 500 },
] as const;

const service = useService({ clock: () => NOW });

interface Question {
  readonly parameters: Record<string, string>;
  readonly appIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

type Scope = (world: TrafficWorld, app: string) => Pick<Question, 'parameters' | 'appIds'>;

const appsOf = ({ apps }: TrafficWorld) => apps.map(({ appId }) => appId);

/** All of the account, an app, a team, and an app that is not of the team. */
const SCOPES: readonly Scope[] = [
  (world) => ({ parameters: {}, appIds: appsOf(world) }),
  (_world, app) => ({ parameters: { app_id: app }, appIds: [app] }),
  (world) => ({ parameters: { team_id: world.tenant.teamId }, appIds: appsOf(world).slice(0, 2) }),
  (world) => ({ parameters: { team_id: world.otherTeamId }, appIds: appsOf(world).slice(2) }),
  ({ otherTeamId, tenant }) => ({
    parameters: { team_id: otherTeamId, app_id: tenant.appId },
    appIds: [],
  }),
];

/** A question about a scope: of the default days, one day, or any. */
function questionAbout(scope: Scope, random: Random, world: TrafficWorld): Question {
  const { parameters, appIds } = scope(world, random.pick(appsOf(world)));
  const from = addDays(TODAY, -random.below(60));
  const days = random.pick([
    { from: addDays(TODAY, -30), to: TODAY, given: {} },
    { from, to: from, given: { date_from: from, date_to: from } },
    { from, to: TODAY, given: { date_from: from } },
    { from, to: addDays(from, 20), given: { date_from: from, date_to: addDays(from, 20) } },
  ]);
  return { parameters: { ...parameters, ...days.given }, appIds, from: days.from, to: days.to };
}

async function ask(world: TrafficWorld, resource: string, parameters: Record<string, string>) {
  const response = await world.tenant.owner.get(
    `/v1/analytics?${new URLSearchParams({ resource, ...parameters })}`,
  );
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

/** A resource with pages, all of them. */
async function askPages(
  world: TrafficWorld,
  { resource, rows, limit }: (typeof PAGED)[number],
  parameters: Record<string, string>,
) {
  const all: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await ask(world, resource, { ...parameters, ...(cursor && { cursor }) });
    const some = page[rows] as unknown[];
    all.push(...some);
    cursor = page.next_cursor as string | null;
    expect(page.truncated).toBe(cursor !== null);
    if (cursor !== null) expect(some).toHaveLength(limit);
    if (cursor === null) return { period: page.period, [rows]: all };
  }
}

const CASES = [
  ...SHAPES.flatMap(([name, shape]) => [1, 2, 3].map((seed) => ({ name, shape, seed }))),
  { name: 'nothing at all', shape: NOTHING, seed: 1 },
];

describe('in whatever order it arrives, every resource says what the raw tables say', () => {
  test.each(CASES)('of $name (seed $seed)', async ({ shape, seed }) => {
    const random = randomFor(seed);
    const world = await createTrafficWorld(service, await createTenant(service));
    const arrivals = makeTraffic(random, world.apps, shape, NOW);
    while (arrivals.length > 0) {
      await receiveEvents(service, arrivals.splice(0, 1 + random.below(200)));
      if (random.chance(0.6)) await settle(service);
    }
    await settle(service);
    for (const scope of SCOPES) {
      const { parameters, ...question } = questionAbout(scope, random, world);
      const about = { accountId: world.tenant.accountId, today: TODAY, ...question };
      const expected = (name: ReferenceName) => referenceBody(service.services.workPool, name, about);
      for (const name of ['summary', 'installs', 'cohorts', 'events'] as const) {
        expect(await ask(world, name, parameters), JSON.stringify({ name, parameters })).toEqual(
          await expected(name),
        );
      }
      for (const paged of PAGED)
        expect(await askPages(world, paged, parameters)).toEqual(await expected(paged.resource));
    }
  });
});

test('the random traffic has every shape that the resources distinguish', async () => {
  const random = randomFor(7);
  const world = await createTrafficWorld(service, await createTenant(service));
  await receiveEvents(
    service,
    makeTraffic(
      random,
      world.apps,
      SHAPES[0]?.[1] ?? { devices: 90, days: 50, returns: 2, nameless: 0 },
      NOW,
    ),
  );
  await settle(service);
  const days = { date_from: addDays(TODAY, -60), date_to: TODAY };
  const summary = await ask(world, 'summary', days);
  expect(Object.keys(summary.installs_by_model as object).length).toBeGreaterThanOrEqual(4);
  expect(Object.keys(summary.installs_by_channel as object).length).toBeGreaterThanOrEqual(4);
  expect((await ask(world, 'fraud', days)).flags).not.toEqual([]);
  const { cohorts } = (await ask(world, 'cohorts', days)) as {
    cohorts: { retention: { devices: number | null }[] }[];
  };
  for (const at of [0, 1, 2, 3, 4, 5]) {
    expect(cohorts.some(({ retention }) => (retention[at]?.devices ?? 0) > 0)).toBe(true);
  }
  expect(cohorts.some(({ retention }) => retention[5]?.devices === null)).toBe(true);
  expect(daysOf({ from: days.date_from, to: days.date_to })).toHaveLength(61);
});
