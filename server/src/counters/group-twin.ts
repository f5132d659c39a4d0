import type { Columns } from './columns.ts';
import { type Contribution, type Counter, type GroupTwin, isCountedSql, type Share } from './counter.ts';

/** What the key of each group twin begins with. What is not known is empty. */
export const GROUP_KEY = {
  customer_id: 'uuid',
  app_id: 'uuid',
  dimension: 'text',
  day: 'date',
  country: 'text',
  value: 'text',
  // Whether it stands for all values that came after a month's first ones; `value` is empty then.
  is_rest: 'boolean',
  model: 'text',
  channel: 'text',
} as const satisfies Columns;

interface Declared {
  readonly name: string;
  readonly table: string;
  /** Columns of the key that its counters have beside their groups; empty where a fact has none. */
  readonly ownKey?: Columns;
  readonly isTold?: boolean;
  readonly of: readonly {
    readonly counter: Counter;
    /** Sums that have another name here. */
    readonly as?: Readonly<Record<string, string>>;
    /** SQL of which rows are of this counter, if not all. */
    readonly where?: string;
  }[];
}

/** Declares what splits counters by what their facts are grouped by: its key, its sums and its rule are theirs. */
export function groupTwin({ name, table, ownKey = {}, isTold = false, of }: Declared): GroupTwin {
  const shares = of.map(({ counter, as = {}, where = 'true' }): Share => {
    const names = Object.keys(counter.sums).map((sum) => [sum, as[sum] ?? sum]);
    return { counter, as: Object.fromEntries(names), where };
  });
  return {
    name,
    table,
    day: 'day',
    key: { ...GROUP_KEY, ...ownKey },
    ownKey,
    isTold,
    of: shares,
    sums: Object.assign(
      {},
      ...shares.map(({ counter, as }) =>
        Object.fromEntries(Object.entries(counter.sums).map(([sum, type]) => [as[sum], type])),
      ),
    ),
    facts: factsOf(shares, ownKey),
  };
}

/** One contribution for each fact table: a fact is read once, for all of the counters. */
function factsOf(shares: readonly Share[], ownKey: Columns): Contribution[] {
  const parts = shares.flatMap(({ counter, as }) =>
    counter.facts.map((contribution) => ({ contribution, as, day: counter.day })),
  );
  return [...Map.groupBy(parts, ({ contribution }) => contribution.of)].map(([of, own]) => {
    const key = { ...Object.assign({}, ...own.map(({ contribution }) => contribution.key)) };
    const [{ day } = { day: 'day' }] = own;
    const ownColumns = Object.entries(ownKey).map(([name, type]) => [
      name,
      key[name] ?? (name in of.columns ? name : type === 'text' ? `''` : '0'),
    ]);
    return {
      of,
      needs: own.map(({ contribution }) => contribution.needs).reduce(common),
      key: { day: key[day] ?? day, ...Object.fromEntries(ownColumns) },
      sums: Object.assign({}, ...own.map(sumsOf)),
    };
  });
}

const common = (some: readonly string[], others: readonly string[]) =>
  some.filter((name) => others.includes(name));

function sumsOf({ contribution, as }: { contribution: Contribution; as: Share['as'] }) {
  const sums = Object.entries(contribution.sums).map(([sum, sql]) => [
    as[sum],
    `case when ${isCountedSql(contribution)} then ${sql} else 0 end`,
  ]);
  return Object.fromEntries(sums);
}
