import { z } from 'zod';
import { CAMPAIGN_COUNTS } from '../../../counters/declared/campaign-counts.ts';
import { CAMPAIGN_REVENUE_COUNTS } from '../../../counters/declared/campaign-revenue-counts.ts';
import { groupKey, MAX_GROUPS } from '../../group-by.ts';
import { groupSource, SHOWN_KEY, statementName } from '../../groups/count-source.ts';
import {
  type GroupRequest,
  groupValues,
  largestKeys,
  type OfGroup,
  toGroups,
} from '../../groups/shown-groups.ts';
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

export const group = z.object({ ...groupKey, ...brought, ...z.object(cost).partial().shape, ...doubled });
export type Group = z.output<typeof group>;

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

/** Spend as by campaign, by what has some of its own. */
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
export async function readRoasGroups(reader: ScopedReader, request: GroupRequest) {
  const { country, groupBy, period } = request;
  const keys = await largestKeys(reader, 'roas', request, [
    { counter: CAMPAIGN_COUNTS, size: 'sum(installs)', isThere: 'sum(installs) <> 0' },
    {
      counter: CAMPAIGN_REVENUE_COUNTS,
      size: '0',
      isThere: 'bool_or(in_app <> 0 or payment <> 0 or possible_double <> 0)',
    },
  ]);
  const values = groupValues(request, keys);
  const hasSpend = groupBy === 'campaign_id' || groupBy === 'channel';
  const [installs, revenue, spend] = await Promise.all([
    reader.read<OfGroup & { installs: number }>(
      statementName('roas-group-installs', country, groupBy),
      readInstallsOfGroups(groupSource(CAMPAIGN_COUNTS, groupBy, country, 6)),
      values,
    ),
    reader.read<OfGroup & EarnedRow>(
      statementName('roas-group-revenue', country, groupBy),
      readRevenueOfGroups(groupSource(CAMPAIGN_REVENUE_COUNTS, groupBy, country, 6)),
      values,
    ),
    hasSpend && country === null
      ? reader.read<OfGroup & SpentRow>(
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
      const { spend, roas_by_currency, roas, ...rest } = returnOnSpend(
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
