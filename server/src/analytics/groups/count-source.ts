import { BASE_DIMENSION } from '../../rollups/groups/group-key.ts';
import { NO_LINK } from '../../rollups/revenue-delta.ts';
import { type GroupBy, placeOf } from '../group-by.ts';

/** The counters that reports read, and what stands for each where a country or a group is asked for. */
const COUNTERS = {
  install_counts: {
    from: 'install_group_counts',
    columns: 'day, model, channel, installs, confidence_sum, high_confidence, unscored',
    where: 'true',
  },
  campaign_counts: {
    from: 'install_group_counts',
    columns: `day, nullif(value, '')::uuid as campaign_id, attributed as installs`,
    where: 'attributed <> 0',
  },
  cohort_counts: {
    from: 'cohort_group_counts',
    columns: 'day as cohort_day, day_offset, devices',
    where: 'true',
  },
  revenue_counts: {
    from: 'revenue_group_counts',
    columns: 'day, provider, currency, payments, gross, refunded, attributed_payments, attributed',
    where: `provider <> ''`,
  },
  campaign_revenue_counts: {
    from: 'revenue_group_counts',
    columns: `day, nullif(value, '')::uuid as campaign_id, '${NO_LINK}'::uuid as link_id, currency, in_app, payment,
      possible_double`,
    where: '(in_app, payment, possible_double) <> (0, 0, 0)',
  },
};
export type Counter = keyof typeof COUNTERS;

/**
 * SQL to read a counter from: the table itself, or the rows that a country has in the counters of groups, under the
 * same names.
 *
 * @param n number of the parameter that is the country.
 */
export function countSource(counter: Counter, country: string | null, n: number): string {
  if (country === null) return counter;
  const { from, columns, where } = COUNTERS[counter];
  return `(
    select customer_id, app_id, ${columns} from ${from}
    where dimension = '${BASE_DIMENSION}' and country = $${n} and ${where}) as ${counter}`;
}

/**
 * The same with what a grouping needs beside: `group_key`, and `in_rest` for values that have no counters of their own.
 * Of the money and the installs of campaigns the campaign is left out, which only its own grouping knows.
 */
export function groupSource(counter: Counter, groupBy: GroupBy, country: string | null, n: number): string {
  const { dimension, column, isRest } = placeOf(groupBy);
  const { from, columns, where } = COUNTERS[counter];
  const own = columns.replace(/nullif\(value, ''\)::uuid as campaign_id, /, '');
  const ofCountry = country === null ? '' : ` and country = $${n}`;
  return `(
    select customer_id, app_id, ${own}, ${column} as group_key, ${isRest} as in_rest from ${from}
    where dimension = '${dimension}'${ofCountry} and ${where}) as ${counter}`;
}

/** SQL of the group that a row of a `groupSource` is shown in, null for the rest; `$5` are the keys that are shown. */
export const SHOWN_KEY = 'case when in_rest or group_key <> all($5::text[]) then null else group_key end';

/** What tells the named statements of a report apart. */
export function statementName(name: string, country: string | null, groupBy: GroupBy | null = null): string {
  const by = groupBy === null ? '' : `-by-${groupBy}`;
  return `${name}${by}${country === null ? '' : country === '' ? '-of-none' : '-of-country'}`;
}
