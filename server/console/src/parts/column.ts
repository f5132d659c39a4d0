import type { ReactNode } from 'react';
import type { CsvValue } from './to-csv.ts';

/** A column of a table. */
export interface Column<Row> {
  /** In addresses and as the head of CSV. */
  readonly key: string;
  readonly title: string;
  /** What it sorts by, and what CSV has. Without it the column is neither sorted nor exported. */
  readonly value?: (row: Row) => CsvValue;
  /** What is shown; the value as text by default. */
  readonly cell?: (row: Row) => ReactNode;
  /** Stands at the end of its cell, as numbers do. */
  readonly isNumber?: boolean;
  /** Holds sentences: it gets the room that keeps rows low. */
  readonly isLong?: boolean;
}

/** Sorts by a column, `-key` downwards; without one the order stays. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string,
): readonly Row[] {
  const value = columns.find(({ key }) => key === sort.replace(/^-/, ''))?.value;
  if (!value) return rows;
  const sign = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(value(a), value(b)));
}

function compare(a: CsvValue, b: CsvValue): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b);
  return a < b ? -1 : 1;
}
