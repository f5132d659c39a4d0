import { describe, expect, test } from 'vitest';
import { eraseNow } from '../erasure/testing/erase-now.ts';
import { settleRevenue } from '../payments/testing/books.ts';
import { planRevenue } from '../payments/testing/revenue-plan.ts';
import type { RevenueQuestion } from '../payments/testing/revenue-reference.ts';
import {
  arrivalsOf,
  createRevenueWorld,
  type RevenueWorld,
  sendTo,
} from '../payments/testing/revenue-world.ts';
import { daysOf } from '../rollups/period.ts';
import { rebuildRollups } from '../rollups/rebuild-rollups.ts';
import { type Random, randomFor } from '../testing/random.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { reportText } from './testing/ask-report.ts';
import { parseExactly } from './testing/exact-sums.ts';
import {
  earnedByCurrency,
  paymentsOf,
  revenueBody,
  revenueOfLinks,
  roasCampaigns,
} from './testing/revenue-bodies.ts';

/** Deliveries arrive from three minutes before midnight to three after: on two days. */
const MIDNIGHT = Date.UTC(2026, 4, 10);
const PORTIONS = 6;
const DAYS = ['2026-05-05', '2026-05-07', '2026-05-08', '2026-05-09', '2026-05-10'];

let now = MIDNIGHT;
const service = useService({ clock: () => now });

async function spend(random: Random, tenant: Tenant, { campaignIds, linkIds }: RevenueWorld): Promise<void> {
  for (const [n, id] of campaignIds.entries()) {
    await service.services.workPool.query(
      `insert into campaigns (id, customer_id, app_id, name, created_at) values ($1, $2, $3, $4, now())`,
      [id, tenant.accountId, n === 0 ? null : tenant.appId, `Campaign ${n}`],
    );
    await service.services.workPool.query(
      `insert into links (id, customer_id, app_id, campaign_id, slug, fallback_url, channel, created_at, updated_at)
       select id, $1, $2, $3, id, 'https://example.com', 'influencer', now(), now()
       from unnest($4::uuid[]) as own (id) where id is not null`,
      [tenant.accountId, tenant.appId, id, linkIds[n]],
    );
    for (let turn = 0; turn < 6; turn++) {
      const response = await tenant.owner.rpc('record_ad_spend', {
        p_campaign_id: id,
        p_date: random.pick(DAYS),
        p_currency: random.pick(['USD', 'EUR', 'KWD']),
        p_amount: `${random.below(1000)}.${random.below(100_000)}`,
      });
      expect(response.status).toBe(200);
    }
  }
}

async function expectTruth({ accountId, appId, owner }: Tenant): Promise<number> {
  const pool = service.services.workPool;
  let found = 0;
  for (const [from, to] of [
    [DAYS[0], '2026-05-10'],
    ...DAYS.map((day) => [day, day]),
    ['2026-05-06', '2026-05-09'],
  ] as [string, string][]) {
    const question = { accountId, appIds: [appId], from, to };
    const days = { date_from: from, date_to: to, app_id: appId };
    const ask = async (resource: string) => parseExactly(await reportText(owner, resource, days)) as never;
    expect(await ask('revenue'), from).toEqual(await revenueBody(pool, question));
    const { payments, truncated } = (await ask('payments')) as { payments: object[]; truncated: boolean };
    expect(truncated).toBe(false);
    expect(payments, from).toEqual(await paymentsOf(pool, question));
    const { campaigns, links, ...totals } = (await ask('roas')) as Record<
      'campaigns' | 'links',
      Record<string, unknown>[]
    >;
    const earning = links.filter(({ revenue }) => Object.keys(revenue as object).length > 0);
    expect(Object.fromEntries(earning.map(({ link_id, revenue }) => [link_id, revenue])), from).toEqual(
      await revenueOfLinks(pool, question),
    );
    expect(totals, from).toEqual(await totalsOf(question));
    const compared = campaigns
      .map(({ name: _, channel: __, ...campaign }) => campaign)
      .sort((a, b) => (String(a.campaign_id) < String(b.campaign_id) ? -1 : 1));
    expect(compared, from).toEqual(await roasCampaigns(pool, question));
    found += payments.length + campaigns.length;
  }
  expect(await rebuildRollups(pool, accountId)).toMatchObject({
    revenue: 0,
    campaign_revenue: 0,
    campaigns: 0,
  });
  return found;
}

/** The same question of the whole period, of each of its days, and of its only app. */
async function totalsOf(question: RevenueQuestion): Promise<object> {
  const ask = (part: Partial<RevenueQuestion>) =>
    earnedByCurrency(service.services.workPool, { ...question, ...part });
  const days: object[] = [];
  for (const date of daysOf(question)) {
    const by_currency = await ask({ from: date, to: date });
    if (Object.keys(by_currency).length > 0) days.push({ date, by_currency });
  }
  const by_currency = await ask({});
  const [app_id] = question.appIds;
  const apps = Object.keys(by_currency).length > 0 ? [{ app_id, by_currency }] : [];
  return { period: { from: question.from, to: question.to }, by_currency, days, apps };
}

describe('installs, purchases, payments and refunds, in whatever order they arrive', () => {
  test.each([11, 12])(
    'end in what the raw rows say, to the last digit, also after an erasure (seed %i)',
    async (seed) => {
      now = MIDNIGHT;
      const random = randomFor(seed);
      const plan = planRevenue(random, seed, { devices: 25, payments: 60, now: MIDNIGHT });
      const tenant = await createTenant(service);
      const world = await createRevenueWorld(service, tenant, random, plan);
      await spend(random, tenant, world);
      const arrivals = arrivalsOf(world, random, MIDNIGHT);
      const portion = Math.ceil(arrivals.length / PORTIONS);
      for (let n = 0; n < PORTIONS; n++) {
        now = MIDNIGHT + (n - PORTIONS / 2) * 60_000;
        for (const arrival of arrivals.slice(n * portion, (n + 1) * portion)) await sendTo(service, arrival);
        if (n % 2 === 0) await settleRevenue(service);
      }
      await settleRevenue(service);
      expect(await expectTruth(tenant)).toBeGreaterThan(150);
      const { accountId: customerId } = tenant;
      for (const { ids } of plan.devices.slice(0, 6)) {
        const device = { customerId, kind: 'gaid', value: ids.gaid };
        await eraseNow(service.services, device);
      }
      await settleRevenue(service);
      expect(await expectTruth(tenant)).toBeGreaterThan(150);
    },
    240_000,
  );
});
