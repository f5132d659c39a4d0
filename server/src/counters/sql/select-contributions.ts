import { typeOf } from '../columns.ts';
import { type Contribution, type Counter, type GroupTwin, isCountedSql } from '../counter.ts';
import { BASE_DIMENSION, STORED_DIMENSIONS } from '../dimensions.ts';

/** Where a contribution's facts are read. */
export interface FactSource {
  /** SQL that gives the columns of the fact table. */
  readonly from: string;
  /** SQL of how often a row counts; absent for once. */
  readonly times?: string;
  /** Columns that stay apart beside those of the key. */
  readonly apart?: readonly string[];
  /** Columns that are left out, as they are of one account. */
  readonly without?: string;
}

const timesOf = (times: string | undefined, sum: string) =>
  times === undefined ? `(${sum})` : `${times} * (${sum})`;

const sumsOf = ({ sums }: Counter, contribution: Contribution, times: string | undefined) =>
  Object.keys(sums).map((name) => {
    const sum = contribution.sums[name];
    return `${sum === undefined ? '0' : timesOf(times, sum)} as ${name}`;
  });

/**
 * The SELECT that says what facts contribute to a counter: the only form that its rule has, over stored rows and over rows that
 * are given.
 */
export function selectContributions(
  counter: Counter,
  contribution: Contribution,
  { from, times, apart = [], without }: FactSource,
): string {
  const keys = Object.entries(counter.key)
    .filter(([name]) => name !== without)
    .map(([name, type]) => `(${contribution.key[name] ?? name})::${typeOf(type)} as ${name}`);
  return `
    select ${[...keys, ...apart, ...sumsOf(counter, contribution, times)].join(', ')}
    from ${from} where ${isCountedSql(contribution)}`;
}

/** How it is found out which values have counters of their own. */
export interface ValueLookup {
  /** SQL of a join to a `fact` and its `own` dimension and value. */
  readonly join: string;
  /** SQL of whether the value has none. */
  readonly isRest: string;
}

/** The rows that a `fact` of a group twin is counted in, one of each dimension: `own`. */
export const OWN = `
  cross join lateral (values
    ${STORED_DIMENSIONS.map((name) => `('${name}', fact.${name})`).join(', ')}) as own (dimension, value)`;

/** What is grouped by, as text and empty where it is not known. */
const groupsOf = ({ of }: Contribution) =>
  Object.entries(of.groups ?? {}).map(([name, column]) => `coalesce(${column}::text, '') as ${name}`);

/** A fact of a group twin before it is split: its day, its groups, and what it adds. */
export const selectUnsplit = (
  twin: GroupTwin,
  contribution: Contribution,
  { from, times, without }: FactSource,
): string => `
  select ${[
    ...['customer_id', 'app_id'].filter((name) => name !== without),
    `(${contribution.key.day}) as day`,
    ...groupsOf(contribution),
    ...Object.entries(twin.ownKey).map(
      ([name, type]) => `(${contribution.key[name]})::${typeOf(type)} as ${name}`,
    ),
    ...sumsOf(twin, contribution, times),
  ].join(', ')}
  from ${from} where ${isCountedSql(contribution)}`;

/** The same as selectContributions of a group twin. */
export function selectSplit(
  twin: GroupTwin,
  contribution: Contribution,
  source: FactSource,
  { join, isRest }: ValueLookup,
): string {
  const told = (name: string) =>
    twin.isTold
      ? `fact.${name}`
      : `case when own.dimension = '${BASE_DIMENSION}' then fact.${name} else '' end`;
  const columns: Readonly<Record<string, string>> = {
    dimension: 'own.dimension',
    value: `case when ${isRest} then '' else own.value end`,
    is_rest: isRest,
    model: told('model'),
    channel: told('channel'),
  };
  const selected = [
    ...Object.keys(twin.key).filter((name) => name !== source.without),
    ...Object.keys(twin.sums),
  ];
  return `
    select ${selected.map((name) => `${columns[name] ?? `fact.${name}`} as ${name}`).join(', ')}
    from (${selectUnsplit(twin, contribution, source)}) as fact ${OWN} ${join}`;
}
