import type { Columns, RowOf } from './columns.ts';
import type { Dimension } from './dimensions.ts';

/** Facts that counters count: what their rows remember of how they were counted, or what waits to be counted. */
export interface FactTable<Of extends Columns = Columns> {
  readonly name: string;
  /** The columns that any counter reads. */
  readonly columns: Of;
  /**
   * SQL of the rows of the account `$1` with these columns.
   *
   * @param isGrouped whether the columns that are groups are asked for.
   */
  readonly stored: (isGrouped: boolean) => string;
  /** Which column says what a fact is grouped by. */
  readonly groups?: Readonly<Record<Dimension, string>>;
  /** Other tables that are read for them, which are to have statistics too. */
  readonly beside?: readonly string[];
}

/** A row of facts, as a statement returns it and counting takes it. */
export type FactRow<Facts extends FactTable> = RowOf<Facts['columns']>;

type Optional = Partial<Pick<FactTable, 'stored'>> & Pick<FactTable, 'groups' | 'beside'>;

/** Declares facts. Unless told otherwise, they are the rows of the table of that name. */
export function factTable<const Of extends Columns>(
  name: string,
  columns: Of,
  { stored, ...more }: Optional = {},
): FactTable<Of> {
  const rows = `select ${Object.keys(columns).join(', ')} from ${name} where customer_id = $1`;
  return { name, columns, stored: stored ?? (() => rows), ...more };
}
