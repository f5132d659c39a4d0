import type { Counter } from '../../counters/counter.ts';
import { BASE_DIMENSION } from '../../counters/dimensions.ts';
import { splitOf } from '../../counters/split-of.ts';
import { type GroupBy, placeOf } from '../group-by.ts';

/**
 * SQL to read a counter from: the table itself, or the rows that a country has in the counters of groups, under the
 * same names.
 *
 * @param n number of the parameter that is the country.
 */
export function countSource(counter: Counter, country: string | null, n: number): string {
  if (country === null) return counter.table;
  const { table, columns, campaign, where } = splitOf(counter);
  return `(
    select ${[...columns, ...campaign].join(', ')} from ${table}
    where dimension = '${BASE_DIMENSION}' and country = $${n} and ${where}) as ${counter.table}`;
}

/**
 * The same with what a grouping needs beside: `group_key`, and `in_rest` for values that have no counters of their own.
 * Of the money and the installs of campaigns the campaign is left out, which only its own grouping knows.
 */
export function groupSource(counter: Counter, groupBy: GroupBy, country: string | null, n: number): string {
  const { dimension, column, isRest } = placeOf(groupBy);
  const { table, columns, where } = splitOf(counter);
  const ofCountry = country === null ? '' : ` and country = $${n}`;
  return `(
    select ${columns.join(', ')}, ${column} as group_key, ${isRest} as in_rest from ${table}
    where dimension = '${dimension}'${ofCountry} and ${where}) as ${counter.table}`;
}

/** SQL of the group that a row of a `groupSource` is shown in, null for the rest; `$5` are the keys that are shown. */
export const SHOWN_KEY = 'case when in_rest or group_key <> all($5::text[]) then null else group_key end';

/** What tells the named statements of a report apart. */
export function statementName(name: string, country: string | null, groupBy: GroupBy | null = null): string {
  const by = groupBy === null ? '' : `-by-${groupBy}`;
  return `${name}${by}${country === null ? '' : country === '' ? '-of-none' : '-of-country'}`;
}
