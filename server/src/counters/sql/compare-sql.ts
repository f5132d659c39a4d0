import { type Columns, dayText, typeOf } from '../columns.ts';
import type { Contribution, Counter } from '../counter.ts';
import { isGroupTwin } from '../registry.ts';
import { selectContributions, selectSplit } from './select-contributions.ts';

/** Looked up one by one (`offset 0` keeps it so). */
export const KEPT = {
  join: `
    left join lateral (
      select value from group_values named
      where named.customer_id = $1 and named.app_id = fact.app_id and named.dimension = own.dimension
        and named.value = own.value and named.month = date_trunc('month', fact.day::timestamp)::date
      offset 0) as kept on true`,
  isRest: `own.value <> '' and kept.value is null`,
};

const ACCOUNT = 'customer_id';

function selectStored(counter: Counter, contribution: Contribution): string {
  const isGrouped = isGroupTwin(counter);
  const from = `(${contribution.of.stored(isGrouped)}) as stored`;
  const source = { from, without: ACCOUNT };
  if (isGrouped) return selectSplit(counter, contribution, source, KEPT);
  return selectContributions(counter, contribution, { ...source, apart: Object.keys(counter.apart ?? {}) });
}

/** SQL of a column as changes of counters have it. */
function shown(name: string, column: string, type: string | undefined): string {
  if (type === 'date') return `${dayText(column)} as ${name}`;
  if (type === 'bigint') return `${column}::float8 as ${name}`;
  if (type === 'numeric') return `${column}::text as ${name}`;
  return `${column} as ${name}`;
}

const zeros = (names: readonly unknown[]) => `(${names.map(() => '0').join(', ')})`;

/**
 * SQL of what a counter lacks of, or has over, what the facts say was counted. `$1` is the account. A fact changes in one
 * transaction with its counters, or with what still waits to be added to them, so one statement sees both at the same
 * moment: what they differ by then is the error, whatever is being counted at the time.
 */
export function compareSql(counter: Counter): string {
  const { apart = {}, table, sums, forgets } = counter;
  const key: Columns = Object.fromEntries(Object.entries(counter.key).filter(([name]) => name !== ACCOUNT));
  const keys = Object.keys(key);
  const names = Object.keys(sums);
  const all = [...keys, ...Object.keys(apart)];
  const counts = [
    ...keys,
    ...Object.entries(apart).map(([name, type]) => `null::${typeOf(type)} as ${name}`),
    ...names.map((name) => `-${name}`),
  ];
  const summed = `
    select ${[...all, ...names.map((name) => `${sumOf(counter, name)} as ${name}`)].join(', ')}
    from (
      ${counter.facts.map((contribution) => selectStored(counter, contribution)).join(' union all ')}
      union all
      select ${counts.join(', ')} from ${table} where customer_id = $1
    ) facts_and_counts
    group by ${all.join(', ')}
    ${forgets ? `window all_countries as (partition by ${all.filter((name) => name !== 'country').join(', ')})` : ''}`;
  return `
    select $1::uuid as customer_id,
      ${[...keys, ...names].map((name) => shown(name, `wrong.${name}`, key[name] ?? sums[name])).join(', ')}
    from (${summed}) wrong
    where (${names.join(', ')}) <> ${zeros(names)}`;
}

/** Of a day of which facts went, a sum is wrong only where all countries together have less than what is left. */
function sumOf({ forgets, day }: Counter, name: string): string {
  const together = forgets?.sums.find((sums) => sums.includes(name));
  if (forgets === undefined || together === undefined) return `sum(${name})`;
  const [first, ...others] = together.map((sum) => `sum(sum(${sum})) over all_countries`);
  const isLess = [`${first} > 0`, ...others.map((sum) => `${sum} >= 0`)].join(' and ');
  return `case when ${isLess} or ${day} not in (
      select day from forgotten_days where customer_id = $1 and kind = '${forgets.kind}')
    then sum(${name}) else 0 end`;
}
