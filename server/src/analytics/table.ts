import type { Cell, Table } from '../platform/http/answers/render-csv.ts';

/** A time in Unix ms as a spreadsheet reads it: ISO 8601 in UTC. */
export function timeCell(ms: number): string {
  return new Date(ms).toISOString();
}

/** One line a record, one column a member. */
export function tableOf<Name extends string>(
  columns: readonly Name[],
  records: readonly Readonly<Record<Name, Cell>>[],
): Table {
  return { columns, rows: records.map((record) => columns.map((name) => record[name])) };
}
