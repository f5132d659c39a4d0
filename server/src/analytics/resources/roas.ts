import { z } from 'zod';
import { divideDecimals } from '../../money/divide-decimals.ts';
import { money, toMoney } from '../../money/money.ts';
import { period } from '../../rollups/period.ts';
import { groupKey, MAX_GROUPS } from '../group-by.ts';
import { countSource, groupSource, SHOWN_KEY, statementName } from '../groups/count-source.ts';
import {
  type GroupRequest,
  groupValues,
  largestKeys,
  type OfGroup,
  toGroups,
} from '../groups/shown-groups.ts';
import { defineResource, type ResourceRequest } from '../resource.ts';
import type { ScopedReader } from '../scoped-reader.ts';
import { tableOf } from '../table.ts';
import { COUNTED_REVENUE, type RevenueSums, revenueByKind, revenueIn } from './counted-revenue.ts';
import { earnedTotals, readEarnedTotals } from './earned-totals.ts';
import { readTopLinks, topLinks } from './top-links.ts';

const readInstalls = (source: string) => `
  select campaign_id, sum(installs)::float8 as installs
  from ${source}
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by campaign_id
  having sum(installs) <> 0`;

const REVENUE = `sum(in_app)::text as in_app, sum(payment)::text as payment, sum(${COUNTED_REVENUE})::text as total,
    sum(possible_double)::text as possible_double`;

const readRevenue = (source: string) => `
  select campaign_id, currency, ${REVENUE}
  from ${source}
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by campaign_id, currency
  having sum(in_app) <> 0 or sum(payment) <> 0 or sum(possible_double) <> 0
  order by currency`;

/** Spend on a campaign of all apps counts whichever of them is asked for: it cannot be divided. */
const SPEND = `
  select ad_spend.campaign_id, ad_spend.currency, sum(ad_spend.amount)::text as amount
  from ad_spend
  join campaigns on campaigns.id = ad_spend.campaign_id
  where ad_spend.customer_id = $1 and ad_spend.day between $3 and $4 and ad_spend.amount <> 0
    and (campaigns.app_id is null or campaigns.app_id = any($2::uuid[]))
  group by ad_spend.campaign_id, ad_spend.currency
  order by ad_spend.currency`;

/** The campaigns were found within the apps already. */
const NAMES = `
  select id, name, channel from campaigns
  where customer_id = $1 and $2::uuid[] is not null and id = any($3::uuid[])`;

interface OfCampaign {
  /** Null for campaigns without counters of their own. */
  readonly campaign_id: string | null;
}
type InstallsRow = OfCampaign & { readonly installs: number };
type RevenueRow = OfCampaign & RevenueSums & { readonly possible_double: string };
type SpendRow = OfCampaign & Record<'currency' | 'amount', string>;
interface NameRow {
  readonly id: string;
  readonly name: string;
  readonly channel: string | null;
}

const brought = {
  attributed_installs: z.int(),
  revenue: z.record(z.string(), revenueByKind),
};
const cost = {
  spend: z.record(z.string(), money),
  roas_by_currency: z
    .record(z.string(), z.number().nullable())
    .describe(
      'Revenue divided by spend in the same currency, to four decimals; null where nothing was spent in it.',
    ),
  roas: z.number().nullable().describe('Revenue divided by spend; null unless all spend is in one currency.'),
};
const doubled = {
  possible_double_revenue: z
    .record(z.string(), money)
    .describe(
      'Payments that are likely the same order as an SDK purchase: of one device, of the same amount and currency, and made within 60 minutes. While the app’s `revenue_source` is `both`, they are in the total twice.',
    ),
};

const campaign = z.object({
  campaign_id: z
    .uuid()
    .nullable()
    .describe(
      'Null only where a country is asked for: for all campaigns together that came after an app’s first 1,000 of a month.',
    ),
  name: z.string().nullable().describe('Its name; null for a campaign that only events name.'),
  channel: z.string().nullable(),
  ...brought,
  ...cost,
  ...doubled,
});
type CampaignItem = z.output<typeof campaign>;

const COLUMNS = Object.keys(campaign.shape) as (keyof CampaignItem)[];

const group = z.object({ ...groupKey, ...brought, ...z.object(cost).partial().shape, ...doubled });
type Group = z.output<typeof group>;

export const roas = defineResource({
  name: 'roas',
  means:
    'What campaigns cost and brought, by name. Campaigns without installs, revenue and spend in the period are left out. Then the links that brought most, and all campaigns together, day by day, and app by app.',
  output: z.object({
    period,
    campaigns: z.array(campaign),
    links: topLinks,
    ...earnedTotals,
    groups: z
      .array(group)
      .optional()
      .describe(
        'What campaigns brought by group, the most attributed installs first; only with `group_by`. Spend is that of a campaign, and its channel’s; it has no country, version or model.',
      ),
  }),
  feature: 'roas',
  grouped: true,
  async read(reader, request) {
    const { period, country, groupBy } = request;
    const [campaigns, links, totals, groups] = await Promise.all([
      readCampaigns(reader, request),
      country === null ? readTopLinks(reader, period) : [],
      readEarnedTotals(reader, request),
      groupBy && readRoasGroups(reader, { ...request, groupBy }),
    ]);
    const { from, to } = period;
    return { period: { from, to }, campaigns, links, ...totals, ...(groups && { groups }) };
  },
  toTable({ campaigns, groups }) {
    if (!groups) return tableOf(COLUMNS, campaigns);
    const columns = [...Object.keys(groupKey), ...COLUMNS.slice(3)] as (keyof Group)[];
    const own = columns.filter((name) => name === 'rest' || groups.every((group) => name in group));
    return {
      columns: own,
      rows: groups.map((group) =>
        own.map((name) => (name === 'rest' ? group.rest === true : (group[name] ?? null))),
      ),
    };
  },
});

async function readCampaigns(
  reader: ScopedReader,
  { period: { from, to }, country }: Pick<ResourceRequest, 'period' | 'country'>,
) {
  const values = [from, to, ...(country === null ? [] : [country])];
  const [installs, revenue, spend] = await Promise.all([
    reader.read<InstallsRow>(
      statementName('roas-installs', country),
      readInstalls(countSource('campaign_counts', country, 5)),
      values,
    ),
    reader.read<RevenueRow>(
      statementName('roas-revenue', country),
      readRevenue(countSource('campaign_revenue_counts', country, 5)),
      values,
    ),
    country === null ? reader.read<SpendRow>('roas-spend', SPEND, [from, to]) : [],
  ]);
  const ids = [...new Set([...installs, ...revenue, ...spend].map(({ campaign_id }) => campaign_id))];
  const names = await reader.read<NameRow>('roas-campaigns', NAMES, [ids]);
  const nameOf = new Map(names.map((row) => [row.id, row]));
  const installsOf = new Map(installs.map((row) => [row.campaign_id, row.installs]));
  const revenueOf = Map.groupBy(revenue, ({ campaign_id }) => campaign_id);
  const spendOf = Map.groupBy(spend, ({ campaign_id }) => campaign_id);
  const campaigns = ids.map((id) => ({
    campaign_id: id,
    name: nameOf.get(id ?? '')?.name ?? null,
    channel: nameOf.get(id ?? '')?.channel ?? null,
    attributed_installs: installsOf.get(id) ?? 0,
    ...returnOf(revenueOf.get(id) ?? [], spendOf.get(id) ?? []),
  }));
  return campaigns.sort(byName);
}

type EarnedRow = RevenueSums & { readonly possible_double: string };

function returnOf(revenue: readonly EarnedRow[], spend: readonly Omit<SpendRow, 'campaign_id'>[]) {
  const totals = new Map(revenue.map(({ currency, total }) => [currency, total]));
  const spent = new Map(spend.map(({ currency, amount }) => [currency, amount]));
  const ratio = (currency: string) => divideDecimals(totals.get(currency) ?? '0', spent.get(currency) ?? '0');
  const currencies = [...new Set([...totals.keys(), ...spent.keys()])].sort();
  const [only, ...others] = spent.keys();
  return {
    revenue: Object.fromEntries(revenue.map((row) => [row.currency, revenueIn(row)])),
    spend: Object.fromEntries(spend.map(({ currency, amount }) => [currency, toMoney(amount, currency)])),
    roas_by_currency: Object.fromEntries(currencies.map((currency) => [currency, ratio(currency)])),
    roas: only === undefined || others.length > 0 ? null : ratio(only),
    possible_double_revenue: Object.fromEntries(
      revenue
        .filter(({ possible_double }) => Number(possible_double) !== 0)
        .map(({ currency, possible_double }) => [currency, toMoney(possible_double, currency)]),
    ),
  };
}

const readInstallsOfGroups = (source: string) => `
  select ${SHOWN_KEY} as key, sum(installs)::float8 as installs
  from ${source}
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by 1
  having sum(installs) <> 0`;

const readRevenueOfGroups = (source: string) => `
  select ${SHOWN_KEY} as key, currency, ${REVENUE}
  from ${source}
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by 1, currency
  having sum(in_app) <> 0 or sum(payment) <> 0 or sum(possible_double) <> 0
  order by currency`;

/** As SPEND, by what has some of its own. */
const SPENT_ON = {
  campaign_id: 'ad_spend.campaign_id::text',
  channel: `coalesce(campaigns.channel, '')`,
};

/** Of groups that are shown, and of further ones while there is room; `$5` are those with installs or revenue. */
const readSpend = (key: string) => `
  with spent as (
    select ${key} as key, ad_spend.currency, sum(ad_spend.amount) as amount
    from ad_spend
    join campaigns on campaigns.id = ad_spend.campaign_id
    where ad_spend.customer_id = $1 and ad_spend.day between $3 and $4 and ad_spend.amount <> 0
      and (campaigns.app_id is null or campaigns.app_id = any($2::uuid[]))
    group by 1, ad_spend.currency
  ), shown as (
    select key from unnest($5::text[]) with ordinality as given (key, place)
    union all
    (select distinct key collate "C" from spent where key <> all($5::text[]) order by 1
     limit greatest(0, ${MAX_GROUPS} - cardinality($5::text[])))
  )
  select shown.key, currency, sum(amount)::text as amount
  from spent left join shown on shown.key = spent.key
  group by shown.key, currency
  order by currency`;

/** A group has what campaigns brought of its installs, and the money that they were credited with. */
async function readRoasGroups(reader: ScopedReader, request: GroupRequest) {
  const { country, groupBy, period } = request;
  const keys = await largestKeys(reader, 'roas', request, [
    { counter: 'campaign_counts', size: 'sum(installs)', isThere: 'sum(installs) <> 0' },
    {
      counter: 'campaign_revenue_counts',
      size: '0',
      isThere: 'bool_or(in_app <> 0 or payment <> 0 or possible_double <> 0)',
    },
  ]);
  const values = groupValues(request, keys);
  const hasSpend = groupBy === 'campaign_id' || groupBy === 'channel';
  const [installs, revenue, spend] = await Promise.all([
    reader.read<OfGroup & { installs: number }>(
      statementName('roas-group-installs', country, groupBy),
      readInstallsOfGroups(groupSource('campaign_counts', groupBy, country, 6)),
      values,
    ),
    reader.read<OfGroup & EarnedRow>(
      statementName('roas-group-revenue', country, groupBy),
      readRevenueOfGroups(groupSource('campaign_revenue_counts', groupBy, country, 6)),
      values,
    ),
    hasSpend && country === null
      ? reader.read<OfGroup & Omit<SpendRow, 'campaign_id'>>(
          statementName('roas-group-spend', null, groupBy),
          readSpend(SPENT_ON[groupBy]),
          [period.from, period.to, keys],
        )
      : [],
  ]);
  const installsOf = new Map(installs.map((row) => [row.key, row.installs]));
  const revenueOf = Map.groupBy(revenue, ({ key }) => key);
  const spendOf = Map.groupBy(spend, ({ key }) => key);
  return toGroups(
    [...installs, ...revenue, ...spend],
    (_, key) => {
      const { spend, roas_by_currency, roas, ...rest } = returnOf(
        revenueOf.get(key) ?? [],
        spendOf.get(key) ?? [],
      );
      return {
        attributed_installs: installsOf.get(key) ?? 0,
        ...rest,
        ...(hasSpend && { spend, roas_by_currency, roas }),
      };
    },
    ({ attributed_installs }) => attributed_installs,
  );
}

function byName(a: CampaignItem, b: CampaignItem): number {
  if (a.name === b.name) return (a.campaign_id ?? '~') < (b.campaign_id ?? '~') ? -1 : 1;
  if (a.name === null || b.name === null) return a.name === null ? 1 : -1;
  return a.name < b.name ? -1 : 1;
}
