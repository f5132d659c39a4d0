import { describe, expect, test } from 'vitest';
import { processBatch } from '../../attribution/work/attribution-worker.ts';
import { processActivity } from '../../counters/activity/activity-worker.ts';
import { rebuildRollups } from '../../counters/rebuild/rebuild-rollups.ts';
import { randomFor } from '../../testing/random.ts';
import type { TestService } from '../../testing/test-service.ts';
import { createTenant } from '../../testing/test-tenant.ts';
import { useService } from '../../testing/use-service.ts';
import { type CampaignRevenueRow, keptBooks, type RevenueRow, settleRevenue } from '../testing/books.ts';
import { plannedCredit, planRevenue } from '../testing/revenue/revenue-plan.ts';
import { revenueReference } from '../testing/revenue/revenue-reference.ts';
import {
  type Arrival,
  arrivalsOf,
  createRevenueWorld,
  type RevenueWorld,
  recordedAs,
  reversalRows,
  sendTo,
} from '../testing/revenue/revenue-world.ts';
import { processCredits } from './credit-worker.ts';

const NOW = Date.UTC(2026, 4, 10, 12);
const SHAPE = { devices: 40, payments: 85, now: NOW };
const LANES = 8;

const first = useService({ clock: () => NOW });
const instances = [first, useService({ beside: first, clock: () => NOW })];

/** Sends everything at once to both instances, while their workers run. */
async function play(arrivals: readonly Arrival[]): Promise<void> {
  let next = 0;
  let over = false;
  const until = async (work: () => Promise<unknown>) => {
    while (!over) await work();
  };
  const workers = instances.flatMap(({ services }) => {
    const { workPool: pool, bell, log, clock } = services;
    return [
      until(() => processBatch({ pool, bell, log, clock, batchSize: 10 })),
      until(() => processActivity({ pool, log, clock })),
      until(() => processCredits({ pool, log, clock })),
    ];
  });
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    for (let arrival = arrivals[next++]; arrival !== undefined; arrival = arrivals[next++])
      await sendTo(instances[lane % instances.length] as TestService, arrival);
  });
  await Promise.all(lanes).finally(() => {
    over = true;
  });
  await Promise.all(workers);
  await settleRevenue(first);
}

async function playWorld(seed: number, order: number): Promise<RevenueWorld> {
  const plan = planRevenue(randomFor(seed), seed, SHAPE);
  const random = randomFor(seed * 100 + order);
  const world = await createRevenueWorld(first, await createTenant(first), random, plan);
  const arrivals = arrivalsOf(world, random, NOW);
  expect(arrivals.filter(({ path }) => path !== '/v1/ingest').length).toBeGreaterThan(500);
  await play(arrivals);
  return world;
}

async function expectTrueBooks({ tenant }: RevenueWorld): Promise<void> {
  const pool = first.services.workPool;
  const question = {
    accountId: tenant.accountId,
    appIds: [tenant.appId],
    from: '2026-05-01',
    to: '2026-05-31',
  };
  const kept = await keptBooks(first, tenant.accountId);
  expect(kept.revenue.length).toBeGreaterThan(8);
  expect(kept.campaigns.length).toBeGreaterThan(8);
  expect(kept.revenue).toEqual(await revenueReference<RevenueRow>(pool, 'revenue', question));
  expect(kept.campaigns).toEqual(await revenueReference<CampaignRevenueRow>(pool, 'campaigns', question));
  expect(await rebuildRollups(pool, tenant.accountId)).toMatchObject({ revenue: 0, campaign_revenue: 0 });
}

describe('500 deliveries, shuffled, repeated and sent to two instances at once, while devices install and buy', () => {
  test.each([1, 2, 3])(
    'always end in the same books, and in those that the rules call for (seed %i)',
    async (seed) => {
      const worlds = [await playWorld(seed, 1), await playWorld(seed, 2)] as const;
      for (const world of worlds) await expectTrueBooks(world);
      const [one, another] = [await recordedAs(first, worlds[0]), await recordedAs(first, worlds[1])];
      expect(one).toEqual(another);

      const { plan } = worlds[0];
      const payments = one.filter(({ event_type }) => event_type === 'payment');
      expect(payments).toHaveLength(plan.payments.length);
      expect(one).toHaveLength(plan.payments.reduce((sum, story) => sum + 1 + reversalRows(story), 0));
      for (const story of plan.payments) {
        const recorded = payments.find(({ reference }) => reference.endsWith(story.key));
        const { amount, currency } = story;
        expect(recorded).toMatchObject({ amount, currency, ...plannedCredit(plan, story) });
        const reversals = one.filter(({ original }) => original !== null && original === recorded?.reference);
        expect(reversals).toHaveLength(reversalRows(story));
        for (const { matchedBy, device, campaign } of reversals) {
          expect({ matchedBy, device, campaign }).toEqual(plannedCredit(plan, story));
        }
      }
      expect(new Set(payments.map(({ matchedBy }) => matchedBy)).size).toBe(5);
    },
    240_000,
  );
});
