import { z } from 'zod';
import { divideDecimals } from '../../money/divide-decimals.ts';
import { money, toMoney } from '../../money/money.ts';
import { type Period, period } from '../../rollups/period.ts';
import { defineResource } from '../resource.ts';
import type { ScopedReader } from '../scoped-reader.ts';
import { tableOf } from '../table.ts';
import { COUNTED_REVENUE, type RevenueSums, revenueByKind, revenueIn } from './counted-revenue.ts';
import { earnedTotals, readEarnedTotals } from './earned-totals.ts';
import { readTopLinks, topLinks } from './top-links.ts';

const INSTALLS = `
  select campaign_id, sum(installs)::float8 as installs
  from campaign_counts
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by campaign_id
  having sum(installs) <> 0`;

const REVENUE = `
  select campaign_id, currency, sum(in_app)::text as in_app, sum(payment)::text as payment,
    sum(${COUNTED_REVENUE})::text as total,
    sum(possible_double)::text as possible_double
  from campaign_revenue_counts
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
  readonly campaign_id: string;
}
type InstallsRow = OfCampaign & { readonly installs: number };
type RevenueRow = OfCampaign & RevenueSums & { readonly possible_double: string };
type SpendRow = OfCampaign & Record<'currency' | 'amount', string>;
interface NameRow {
  readonly id: string;
  readonly name: string;
  readonly channel: string | null;
}

const campaign = z.object({
  campaign_id: z.uuid(),
  name: z.string().nullable().describe('Its name; null for a campaign that only events name.'),
  channel: z.string().nullable(),
  attributed_installs: z.int(),
  revenue: z.record(z.string(), revenueByKind),
  spend: z.record(z.string(), money),
  roas_by_currency: z
    .record(z.string(), z.number().nullable())
    .describe(
      'Revenue divided by spend in the same currency, to four decimals; null where nothing was spent in it.',
    ),
  roas: z.number().nullable().describe('Revenue divided by spend; null unless all spend is in one currency.'),
  possible_double_revenue: z
    .record(z.string(), money)
    .describe(
      'Payments that are likely the same order as an SDK purchase: of one device, of the same amount and currency, and made within 60 minutes. While the app’s `revenue_source` is `both`, they are in the total twice.',
    ),
});
type CampaignItem = z.output<typeof campaign>;

const COLUMNS = Object.keys(campaign.shape) as (keyof CampaignItem)[];

export const roas = defineResource({
  name: 'roas',
  means:
    'What campaigns cost and brought, by name. Campaigns without installs, revenue and spend in the period are left out. Then the links that brought most, and all campaigns together, day by day, and app by app.',
  output: z.object({ period, campaigns: z.array(campaign), links: topLinks, ...earnedTotals }),
  feature: 'roas',
  async read(reader, { period: { from, to } }) {
    const [campaigns, links, totals] = await Promise.all([
      readCampaigns(reader, { from, to }),
      readTopLinks(reader, { from, to }),
      readEarnedTotals(reader, { from, to }),
    ]);
    return { period: { from, to }, campaigns, links, ...totals };
  },
  toTable: ({ campaigns }) => tableOf(COLUMNS, campaigns),
});

async function readCampaigns(reader: ScopedReader, { from, to }: Period) {
  const [installs, revenue, spend] = await Promise.all([
    reader.read<InstallsRow>('roas-installs', INSTALLS, [from, to]),
    reader.read<RevenueRow>('roas-revenue', REVENUE, [from, to]),
    reader.read<SpendRow>('roas-spend', SPEND, [from, to]),
  ]);
  const ids = [...new Set([...installs, ...revenue, ...spend].map(({ campaign_id }) => campaign_id))];
  const names = await reader.read<NameRow>('roas-campaigns', NAMES, [ids]);
  const nameOf = new Map(names.map((row) => [row.id, row]));
  const installsOf = new Map(installs.map((row) => [row.campaign_id, row.installs]));
  const revenueOf = Map.groupBy(revenue, ({ campaign_id }) => campaign_id);
  const spendOf = Map.groupBy(spend, ({ campaign_id }) => campaign_id);
  const campaigns = ids.map((id) => ({
    campaign_id: id,
    name: nameOf.get(id)?.name ?? null,
    channel: nameOf.get(id)?.channel ?? null,
    attributed_installs: installsOf.get(id) ?? 0,
    ...returnOf(revenueOf.get(id) ?? [], spendOf.get(id) ?? []),
  }));
  return campaigns.sort(byName);
}

function returnOf(revenue: readonly RevenueRow[], spend: readonly SpendRow[]) {
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

function byName(a: CampaignItem, b: CampaignItem): number {
  if (a.name === b.name) return a.campaign_id < b.campaign_id ? -1 : 1;
  if (a.name === null || b.name === null) return a.name === null ? 1 : -1;
  return a.name < b.name ? -1 : 1;
}
