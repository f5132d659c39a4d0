import type { Column, Columns, RowOf } from './columns.ts';
import type { FactTable } from './fact-table.ts';

/** What rows of a fact table contribute: an SQL expression over its columns for each column of a counter. */
export interface Contribution {
  readonly of: FactTable;
  /** Columns that are null in rows that contribute nothing. */
  readonly needs: readonly string[];
  /** SQL of which of the others contribute, if not all. */
  readonly where?: string;
  /** Columns of the key; one that is left out is the fact's of the same name. */
  readonly key: Readonly<Record<string, string>>;
  /** A sum that is left out gets nothing. */
  readonly sums: Readonly<Record<string, string>>;
}

/** Sums of facts by a key: a table that is changed with its facts and can be rebuilt from them. */
export interface Counter<Key extends Columns = Columns, Sums extends Columns = Columns> {
  /** What the operator is told of it, and what its statements are named after. */
  readonly name: string;
  readonly table: string;
  /** The columns of its primary key, in order. */
  readonly key: Key;
  readonly sums: Sums;
  /** The column of the key that is its UTC day. */
  readonly day: string;
  readonly facts: readonly Contribution[];
  /** Whether facts, or what waits to be counted, is in a queue, so that both must be seen at one moment. */
  readonly waits?: boolean;
  /** Columns of facts that keep contributions apart while they are compared, though the counter does not. */
  readonly apart?: Columns;
  /**
   * Facts that retention removes, by the name in `forgotten_days`. Of a day of which some went, those that are left say only what
   * there was at least: sums, each list together, are then corrected only where all countries together have less than that.
   */
  readonly forgets?: { readonly kind: string; readonly sums: readonly (readonly string[])[] };
}

/** What a counter counts, by what its facts are grouped by (group-twin.ts). */
export interface GroupTwin extends Counter {
  /** Beside what all twins have. */
  readonly ownKey: Columns;
  /** Whether each dimension tells channels and models apart, not the base alone. */
  readonly isTold: boolean;
  readonly of: readonly Share[];
}

/** A counter that a group twin splits, with the names that its sums have there. */
export interface Share {
  readonly counter: Counter;
  readonly as: Readonly<Record<string, string>>;
  /** SQL of which rows of the twin are of this counter, for reports. */
  readonly where: string;
}

/** What facts add to one row of a counter, or take from it. */
export type ContributionTo<Of extends Counter> = RowOf<Of['key']> & RowOf<Of['sums']>;

type Given<Key extends Columns, Sums extends Columns> = Omit<Counter<Key, Sums>, 'day'> & { day?: string };

/** Declares a counter. */
export function counter<
  const Key extends Columns,
  const Sums extends Readonly<Record<string, 'bigint' | 'numeric'>>,
>(declared: Given<Key, Sums>): Counter<Key, Sums> {
  return { day: 'day', ...declared };
}

/** SQL of which facts contribute. */
export function isCountedSql({ needs, where }: Pick<Contribution, 'needs' | 'where'>): string {
  return [...needs.map((name) => `${name} is not null`), ...(where ? [where] : [])].join(' and ') || 'true';
}

/** The columns of a counter, the key's first. */
export const columnsOf = ({ key, sums }: Counter): Readonly<Record<string, Column>> => ({ ...key, ...sums });
