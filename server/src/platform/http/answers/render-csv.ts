import { withoutFormulas } from '../../text-files/formulas.ts';

/** A value of a table: a list or an object is written as JSON. */
export type Cell = string | number | boolean | null | object;

/** A response as lines, for spreadsheets. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const NEEDS_QUOTES = /[",;\t\r\n]/;

/**
 * Writes a table as RFC 4180 says: a header, CRLF after every line, quotes doubled within quotes. What a
 * spreadsheet would run as a formula gets an apostrophe before it; numbers stay as they are.
 */
export function renderCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
}

function field(cell: Cell): string {
  const text = typeof cell === 'string' ? withoutFormulas(cell) : plain(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plain(cell: Exclude<Cell, string>): string {
  if (cell === null) return '';
  // Of JSON, a semicolon alone may end a cell where commas do not; written so it is still the same text.
  return typeof cell === 'object' ? JSON.stringify(cell).replaceAll(';', '\\u003b') : String(cell);
}
