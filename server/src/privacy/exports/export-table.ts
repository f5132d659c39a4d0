import { moneySql } from '../../platform/values/money/money-sql.ts';

/** A table of an export, and how its rows are selected: one JSON text per row. */
export interface ExportTable {
  readonly name: string;
  /** Where its rows are from. */
  readonly source: string;
  /** The arguments are written into the text, since `copy` takes no parameters. */
  select(account: string, limit: number): string;
}

/** Unix ms of a time. */
export const ms = (column: string, name = column) =>
  `floor(extract(epoch from ${column}) * 1000)::bigint as ${name}`;

/** An exact amount, with the decimals of its currency. */
export const money = (column: string) => `${moneySql(column, 'currency')} as ${column}`;
