import { z } from 'zod';
import { period } from '../../counters/period.ts';
import { statementName } from '../groups/count-source.ts';
import { countryValue, isOfCountry } from '../groups/country-argument.ts';
import { type AttributionItem, attributionColumns, attributionItem } from '../log/attribution-item.ts';
import { endPage, keyTime, type PagedRow, pageEnd } from '../page.ts';
import { defineResource } from '../resource.ts';
import { tableOf, timeCell } from '../table.ts';

const LIMIT = 200;

/** Each app's newest by its index alone, then the newest of all of them, and only those as whole rows. */
const read = (country: string | null) => `
  select ${attributionColumns('row')},
    ${keyTime('row.installed_at')} as page_at
  from (
    select newest.attribution_id
    from unnest($2::uuid[]) as wanted (app_id)
    cross join lateral (
      select installed_at, attribution_id from attributions
      where customer_id = $1 and attributions.app_id = wanted.app_id
        and installed_at >= $3::date::timestamp at time zone 'UTC'
        and installed_at < ($4::date + 1)::timestamp at time zone 'UTC'
        and (installed_at, attribution_id) < ($5::timestamptz, $6::uuid)
        ${isOfCountry('country', country, 7)}
      order by installed_at desc, attribution_id desc
      limit ${LIMIT + 1}
    ) newest
    order by newest.installed_at desc, newest.attribution_id desc
    limit ${LIMIT + 1}
  ) page
  cross join lateral (
    select * from attributions where customer_id = $1 and attribution_id = page.attribution_id limit 1
  ) row
  order by row.installed_at desc, row.attribution_id desc`;

const COLUMNS = Object.keys(attributionItem.shape) as (keyof AttributionItem)[];

type AttributionRow = AttributionItem & PagedRow;

export const attributionLog = defineResource({
  name: 'attribution_log',
  means: 'The decisions of a period with everything that they rest on, the newest first, 200 a page.',
  output: z.object({ period, attributions: z.array(attributionItem), ...pageEnd }),
  paged: true,
  async read(reader, { period: { from, to }, after, country }) {
    const values = [from, to, after.at, after.id, ...countryValue(country)];
    const rows = await reader.read<AttributionRow>(
      statementName('analytics-attribution-log', country),
      read(country),
      values,
    );
    const { page, end } = endPage('attribution_log', rows, LIMIT, ({ attribution_id }) => attribution_id);
    return { period: { from, to }, attributions: page.map(({ page_at, ...item }) => item), ...end };
  },
  toTable: ({ attributions }) =>
    tableOf(
      COLUMNS,
      attributions.map((item) => ({ ...item, installed_at: timeCell(item.installed_at) })),
    ),
});
