import { z } from 'zod';
import { NO_LINK } from '../../../counters/declared/campaign-revenue-counts.ts';
import { statementName } from '../../groups/count-source.ts';
import type { ResourceRequest } from '../../resource.ts';
import type { ScopedReader } from '../../scoped-reader.ts';
import { COUNTED_REVENUE, type RevenueSums, revenueByKind, revenueIn } from './counted-revenue.ts';

const LIMIT = 100;

const ofCountry = (country: string | null, n: number) => (country === null ? '' : `and country = $${n}`);

const readRevenue = (country: string | null) => `
  select link_id, currency, sum(in_app)::text as in_app, sum(payment)::text as payment,
    sum(${COUNTED_REVENUE})::text as total
  from campaign_revenue_counts
  where customer_id = $1 and app_id = any($2::uuid[]) and day between $3 and $4 and link_id <> '${NO_LINK}'
    ${ofCountry(country, 5)}
  group by link_id, currency
  having sum(in_app) <> 0 or sum(payment) <> 0
  order by currency`;

/** `$5` are the links with revenue: they are listed also without a click or an install in the period. */
const readLinks = (country: string | null) => `
  with counted as (
    select link_id, sum(clicks)::float8 as clicks, sum(installs)::float8 as installs
    from link_counts
    where customer_id = $1 and day between $3 and $4 ${ofCountry(country, 6)}
    group by link_id
    having sum(clicks) <> 0 or sum(installs) <> 0
  )
  select links.id as link_id, links.slug, links.app_id, links.campaign_id, links.channel,
    coalesce(counted.clicks, 0) as clicks, coalesce(counted.installs, 0) as attributed_installs
  from links left join counted on counted.link_id = links.id
  where links.customer_id = $1 and links.app_id = any($2::uuid[])
    and (counted.link_id is not null or links.id = any($5::uuid[]))
  order by attributed_installs desc, clicks desc, links.id
  limit ${LIMIT}`;

type RevenueRow = RevenueSums & { readonly link_id: string };

const link = z.object({
  link_id: z.uuid(),
  slug: z.string(),
  app_id: z.uuid(),
  campaign_id: z.uuid().nullable(),
  channel: z.string(),
  clicks: z.int().describe('Clicks that an install may be attributed to.'),
  attributed_installs: z.int(),
  revenue: z
    .record(z.string(), revenueByKind)
    .describe(
      'The part of its campaign’s revenue that it brought. Revenue is credited to campaigns: a link without one has none.',
    ),
});
type LinkRow = Omit<z.output<typeof link>, 'revenue'>;

/** The member of a body that `readTopLinks` fills. */
export const topLinks = z
  .array(link)
  .describe(
    `The ${LIMIT} links that brought most installs, then most clicks, of those that brought any or have revenue. Where a country is asked for, clicks are of visitors there.`,
  );

/** What links brought, the most installs first. */
export async function readTopLinks(
  reader: ScopedReader,
  { period: { from, to }, country }: Pick<ResourceRequest, 'period' | 'country'>,
) {
  const given = country === null ? [] : [country];
  const revenue = await reader.read<RevenueRow>(
    statementName('top-links-revenue', country),
    readRevenue(country),
    [from, to, ...given],
  );
  const revenueOf = Map.groupBy(revenue, ({ link_id }) => link_id);
  const links = await reader.read<LinkRow>(statementName('top-links', country), readLinks(country), [
    from,
    to,
    [...revenueOf.keys()],
    ...given,
  ]);
  return links.map((row) => ({
    ...row,
    revenue: Object.fromEntries(
      (revenueOf.get(row.link_id) ?? []).map((own) => [own.currency, revenueIn(own)]),
    ),
  }));
}
