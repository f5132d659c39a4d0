/** A value of a table: a list or an object is written as JSON. */
export type Cell = string | number | boolean | null | object;

/** A response as lines, for spreadsheets. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What makes a spreadsheet take a text for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Writes a table as RFC 4180 says: a header, CRLF after every line, quotes doubled within quotes. A text that a
 * spreadsheet would run as a formula gets an apostrophe before it; numbers stay as they are.
 */
export function renderCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
}

function field(cell: Cell): string {
  const text = typeof cell === 'string' ? harmless(cell) : plain(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function plain(cell: Exclude<Cell, string>): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
