import { z } from 'zod';
import type { Counter } from '../../../counters/counter.ts';
import { CAMPAIGN_REVENUE_COUNTS } from '../../../counters/declared/campaign-revenue-counts.ts';
import { REVENUE_COUNTS } from '../../../counters/declared/revenue-counts.ts';
import { divideDecimals } from '../../../platform/values/money/divide-decimals.ts';
import { money, toMoney } from '../../../platform/values/money/money.ts';
import { countSource, statementName } from '../../groups/count-source.ts';
import type { ResourceRequest } from '../../resource.ts';
import type { ScopedReader } from '../../scoped-reader.ts';
import { COUNTED_REVENUE } from './counted-revenue.ts';

/**
 * All of the period, each day, and each app, in one pass over the counters. What was paid for a campaign is in the
 * revenue of the campaign, or left out of it by the app's source of revenue; the rest was paid for none.
 */
const readEarned = (campaignRevenue: string, revenue: string) => `
  with earned as (
    select day, app_id, currency, ${COUNTED_REVENUE} as of_campaigns, -payment as of_none
    from ${campaignRevenue}
    where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
    union all
    select day, app_id, currency, 0, gross - refunded
    from ${revenue}
    where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4
  )
  select to_char(day, 'YYYY-MM-DD') as date, app_id, currency, sum(of_campaigns)::text as of_campaigns,
    sum(of_campaigns + of_none)::text as revenue
  from earned
  group by grouping sets ((currency), (day, currency), (app_id, currency))
  having bool_or(of_campaigns <> 0 or of_none <> 0)`;

/** Spend on a campaign of all apps counts in each of them, as where that app alone is asked for. */
const SPENT = `
  with spent as (
    select ad_spend.day, campaigns.app_id, ad_spend.currency, sum(ad_spend.amount) as amount
    from ad_spend
    join campaigns on campaigns.id = ad_spend.campaign_id
    where ad_spend.customer_id = $1 and ad_spend.day between $3 and $4 and ad_spend.amount <> 0
      and (campaigns.app_id is null or campaigns.app_id = any($2::uuid[]))
    group by ad_spend.day, campaigns.app_id, ad_spend.currency
  )
  select to_char(day, 'YYYY-MM-DD') as date, null::uuid as app_id, currency, sum(amount)::text as amount
  from spent group by grouping sets ((currency), (day, currency))
  union all
  select null, app.id, currency, sum(amount)::text
  from spent join unnest($2::uuid[]) as app (id) on spent.app_id is null or spent.app_id = app.id
  group by app.id, currency`;

/** What a row is about: all of the period, a day or an app. */
interface Part {
  readonly date: string | null;
  readonly app_id: string | null;
}
type EarnedRow = Part & Record<'currency' | 'of_campaigns' | 'revenue', string>;
type SpentRow = Part & Record<'currency' | 'amount', string>;

const byCurrency = z.record(
  z.string(),
  z.object({
    revenue: money.describe('What campaigns brought, and payments that no campaign did.'),
    spend: money,
    roas: z
      .number()
      .nullable()
      .describe(
        'What campaigns brought divided by the spend, to four decimals; null where nothing was spent.',
      ),
  }),
);

/** The members of a body that `readEarnedTotals` fills. */
export const earnedTotals = {
  by_currency: byCurrency.describe('All campaigns together.'),
  days: z
    .array(z.object({ date: z.iso.date(), by_currency: byCurrency }))
    .describe('The same of each UTC day with revenue or spend.'),
  apps: z
    .array(z.object({ app_id: z.uuid(), by_currency: byCurrency }))
    .describe(
      'The same of each app with revenue or spend, as if it were asked for alone: spend on a campaign of all apps counts in each.',
    ),
};

/** Revenue, spend and the return on it, by currency: of the period, of its days and of the apps. Spend has no country. */
export async function readEarnedTotals(
  reader: ScopedReader,
  { period: { from, to }, country }: Pick<ResourceRequest, 'period' | 'country'>,
) {
  const source = (counter: Counter) => countSource(counter, country, 5);
  const [earned, spent] = await Promise.all([
    reader.read<EarnedRow>(
      statementName('earned-totals', country),
      readEarned(source(CAMPAIGN_REVENUE_COUNTS), source(REVENUE_COUNTS)),
      [from, to, ...(country === null ? [] : [country])],
    ),
    country === null ? reader.read<SpentRow>('spent-totals', SPENT, [from, to]) : [],
  ]);
  const totals = (nameOf: (part: Part) => string | null) => {
    const earnedBy = Map.groupBy(earned, nameOf);
    const spentBy = Map.groupBy(spent, nameOf);
    const names = [...new Set([...earnedBy.keys(), ...spentBy.keys()])]
      .filter((name) => name !== null)
      .sort();
    return names.map((name) => [name, totalsOf(earnedBy.get(name) ?? [], spentBy.get(name) ?? [])] as const);
  };
  const [all] = totals(({ date, app_id }) => (date === null && app_id === null ? 'all' : null));
  return {
    by_currency: all?.[1] ?? {},
    days: totals(({ date }) => date).map(([date, by_currency]) => ({ date, by_currency })),
    apps: totals(({ app_id }) => app_id).map(([app_id, by_currency]) => ({ app_id, by_currency })),
  };
}

function totalsOf(earned: readonly EarnedRow[], spent: readonly SpentRow[]) {
  const earnedIn = new Map(earned.map((row) => [row.currency, row]));
  const spentIn = new Map(spent.map(({ currency, amount }) => [currency, amount]));
  const currencies = [...new Set([...earnedIn.keys(), ...spentIn.keys()])].sort();
  return Object.fromEntries(
    currencies.map((currency) => {
      const { revenue = '0', of_campaigns = '0' } = earnedIn.get(currency) ?? {};
      const spend = spentIn.get(currency) ?? '0';
      const roas = divideDecimals(of_campaigns, spend);
      return [currency, { revenue: toMoney(revenue, currency), spend: toMoney(spend, currency), roas }];
    }),
  );
}
