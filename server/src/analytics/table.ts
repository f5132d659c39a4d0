/** What stands in a table: a list or an object is written as JSON. */
export type Cell = string | number | boolean | null | object;

/** A resource's body as lines, for those who calculate with it. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

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
