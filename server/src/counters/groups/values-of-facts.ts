import type { Counter, GroupTwin } from '../counter.ts';
import { STORED_DIMENSIONS } from '../dimensions.ts';
import type { FactTable } from '../fact-table.ts';
import type { GroupValue } from './keep-values.ts';

/** Rows of facts that are counted. */
export interface CountedRows {
  readonly of: FactTable | Counter;
  readonly rows: readonly object[];
}

/** The values that facts are to be counted under in a group twin. */
export function valuesOf(twin: GroupTwin, given: readonly CountedRows[]): GroupValue[] {
  return twin.facts.flatMap(({ of, key }) =>
    given
      .filter((one) => one.of === of)
      .flatMap(({ rows }) => rows.flatMap((row) => valuesOfRow(of, key.day ?? 'day', row as Row))),
  );
}

type Row = Readonly<Record<string, string | null>>;

function valuesOfRow({ groups }: FactTable, dayName: string, row: Row): GroupValue[] {
  const { customer_id, app_id, [dayName]: day } = row;
  if (groups === undefined || !customer_id || !app_id || !day) return [];
  const month = `${day.slice(0, 7)}-01`;
  return STORED_DIMENSIONS.flatMap((dimension) => {
    const value = row[groups[dimension]];
    return value ? [{ customer_id, app_id, dimension, month, value }] : [];
  });
}
