import { z } from 'zod';
import { CAMPAIGN_COUNTS } from '../../../counters/declared/campaign-counts.ts';
import { CAMPAIGN_REVENUE_COUNTS } from '../../../counters/declared/campaign-revenue-counts.ts';
import { countSource, statementName } from '../../groups/count-source.ts';
import type { ResourceRequest } from '../../resource.ts';
import type { ScopedReader } from '../../scoped-reader.ts';
import {
  brought,
  cost,
  doubled,
  type EarnedRow,
  REVENUE,
  returnOnSpend,
  type SpentRow,
} from './return-on-spend.ts';

const readInstalls = (source: string) => `
  select campaign_id, sum(installs)::float8 as installs
  from ${source}
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  group by campaign_id
  having sum(installs) <> 0`;

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
type RevenueRow = OfCampaign & EarnedRow;
type SpendRow = OfCampaign & SpentRow;
interface NameRow {
  readonly id: string;
  readonly name: string;
  readonly channel: string | null;
}

export const campaign = z.object({
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
export type CampaignItem = z.output<typeof campaign>;

/** What each campaign of the period cost and brought, by name. */
export async function readCampaigns(
  reader: ScopedReader,
  { period: { from, to }, country }: Pick<ResourceRequest, 'period' | 'country'>,
) {
  const values = [from, to, ...(country === null ? [] : [country])];
  const [installs, revenue, spend] = await Promise.all([
    reader.read<InstallsRow>(
      statementName('roas-installs', country),
      readInstalls(countSource(CAMPAIGN_COUNTS, country, 5)),
      values,
    ),
    reader.read<RevenueRow>(
      statementName('roas-revenue', country),
      readRevenue(countSource(CAMPAIGN_REVENUE_COUNTS, country, 5)),
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
    ...returnOnSpend(revenueOf.get(id) ?? [], spendOf.get(id) ?? []),
  }));
  return campaigns.sort(byName);
}

function byName(a: CampaignItem, b: CampaignItem): number {
  if (a.name === b.name) return (a.campaign_id ?? '~') < (b.campaign_id ?? '~') ? -1 : 1;
  if (a.name === null || b.name === null) return a.name === null ? 1 : -1;
  return a.name < b.name ? -1 : 1;
}
