import { describe, expect, test } from 'vitest';
import { daysOf } from '../counters/period.ts';
import { rebuildRollups } from '../counters/rebuild/rebuild-rollups.ts';
import { settleRevenue } from '../payments/testing/books.ts';
import { planRevenue } from '../payments/testing/revenue/revenue-plan.ts';
import type { RevenueQuestion } from '../payments/testing/revenue/revenue-reference.ts';
import {
  arrivalsOf,
  createRevenueWorld,
  type RevenueWorld,
  sendTo,
} from '../payments/testing/revenue/revenue-world.ts';
import { eraseNow } from '../privacy/erasure/testing/erase-now.ts';
import { type Random, randomFor } from '../testing/random.ts';
import { createTenant, type Tenant } from '../testing/test-tenant.ts';
import { useService } from '../testing/use-service.ts';
import { GROUP_BY } from './group-by.ts';
import { reportText } from './testing/ask-report.ts';
import { parseExactly } from './testing/exact-sums.ts';
import { type GroupCondition, isOfGroup, valuesOf } from './testing/group-condition.ts';
import {
  earnedByCurrency,
  paymentsOf,
  revenueBody,
  revenueOfLinks,
  roasCampaigns,
  roasGroup,
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
    expect(earningsOf(links), from).toEqual(await revenueOfLinks(pool, question));
    expect(totals, from).toEqual(await totalsOf(question));
    const compared = campaigns
      .map(({ name: _, channel: __, ...campaign }) => campaign)
      .sort((a, b) => (String(a.campaign_id) < String(b.campaign_id) ? -1 : 1));
    expect(compared, from).toEqual(await roasCampaigns(pool, question));
    found += payments.length + campaigns.length;
  }
  await expectGroups({ accountId, appId, owner });
  expect(await rebuildRollups(pool, accountId)).toMatchObject({
    install_groups: 0,
    cohort_groups: 0,
    revenue_groups: 0,
    revenue: 0,
    campaign_revenue: 0,
    campaigns: 0,
  });
  return found;
}

/** Revenue by link, of those that have any. */
function earningsOf(links: readonly Record<string, unknown>[]) {
  const earning = links.filter(({ revenue }) => Object.keys(revenue as object).length > 0);
  return Object.fromEntries(earning.map(({ link_id, revenue }) => [link_id, revenue]));
}

/** Each group is the report of what is credited to its installs; all of one country, of none known, or of every. */
async function expectGroups({ accountId, appId, owner }: Pick<Tenant, 'accountId' | 'appId' | 'owner'>) {
  const pool = service.services.workPool;
  // The statements that it is compared with would be planned as for empty tables.
  await pool.query('analyze events, installs, attributions, device_ids, payments, purchases');
  const question = { accountId, appIds: [appId], from: DAYS[0] ?? '', to: '2026-05-10' };
  const days = { date_from: question.from, date_to: question.to };
  const ask = async (resource: string, more: Record<string, string>) =>
    parseExactly(await reportText(owner, resource, { ...days, ...more })) as Record<string, Group[]>;
  for (const name of GROUP_BY) {
    for (const country of [null, 'KE', 'unknown']) {
      const ofCountry =
        country === null ? '' : andOf({ name: 'country', value: country === 'unknown' ? null : country });
      const values = new Set([null, ...(await valuesOf(pool, accountId, name))]);
      const revenue: Group[] = [];
      const roas: Group[] = [];
      for (const value of values) {
        const only = `${andOf({ name, value })} ${ofCountry}`;
        const { period: _, ...body } = (await revenueBody(pool, { ...question, only })) as Group;
        if (Object.keys(body.by_currency as object).length > 0) revenue.push({ key: value, ...body });
        const brought = await roasGroup(pool, { ...question, only });
        if (brought.attributed_installs !== '0' || Object.keys(brought.revenue).length > 0)
          roas.push({ key: value, ...brought });
      }
      const given = { group_by: name, ...(country && { country }) };
      const inOrder = (groups: Group[], size: string) =>
        groups.toSorted(
          (a, b) => Number(b[size]) - Number(a[size]) || (String(a.key ?? '') < String(b.key ?? '') ? -1 : 1),
        );
      const found = await ask('revenue', given);
      const { groups: _, ...ungrouped } = found;
      expect(ungrouped, given.country).toEqual(await revenueBody(pool, { ...question, only: ofCountry }));
      expect(found.groups, name).toEqual(inOrder(revenue, 'payment_count'));
      const { groups = [], links = [] } = await ask('roas', given);
      expect(earningsOf(links), given.country).toEqual(
        await revenueOfLinks(pool, { ...question, only: ofCountry }),
      );
      const brought = groups.map(({ spend: _, roas_by_currency: __, roas: ___, ...group }) => group);
      const hasEarned = (group: Group) =>
        group.attributed_installs !== '0' || Object.keys(group.revenue as object).length > 0;
      expect(brought.filter(hasEarned), name).toEqual(inOrder(roas, 'attributed_installs'));
      if (country === null) await expectSpend(question, name, groups);
      else
        expect(
          groups.every(({ spend }) => spend === undefined || Object.keys(spend as object).length === 0),
        ).toBe(true);
    }
  }
}

type Group = Record<string, unknown>;

/** What no install is credited with is in the group of what is not known. */
function andOf(condition: GroupCondition): string {
  return condition.value === null
    ? `and (install_id is null or ${isOfGroup(condition)})`
    : `and ${isOfGroup(condition)}`;
}

/** Spend is that of campaigns; none of them has a channel here. */
async function expectSpend(question: RevenueQuestion, name: string, groups: readonly Group[]) {
  const pool = service.services.workPool;
  if (name !== 'campaign_id' && name !== 'channel') {
    expect(groups.every((group) => !('spend' in group) && !('roas' in group))).toBe(true);
    return;
  }
  const campaigns = (await roasCampaigns(pool, question)) as Group[];
  const withSpend = groups.filter(({ spend }) => Object.keys(spend as object).length > 0);
  if (name === 'campaign_id') {
    const costs = (all: readonly Group[], id: string) =>
      Object.fromEntries(all.map((one) => [one[id], [one.spend, one.roas_by_currency, one.roas]]));
    const costly = campaigns.filter(({ spend }) => Object.keys(spend as object).length > 0);
    expect(costs(withSpend, 'key')).toEqual(costs(costly, 'campaign_id'));
  } else expect(withSpend.map(({ key }) => key)).toEqual([null]);
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
