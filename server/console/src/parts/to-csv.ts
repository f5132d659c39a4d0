import { withoutFormulas } from './formulas.ts';

/** What a cell is as text; null is empty. */
export type CsvValue = string | number | boolean | null;

const NEEDS_QUOTES = /[",;\t\r\n]/;

/** A table as RFC 4180 says, as the service writes its own: a text that would run as a formula gets an apostrophe. */
export function toCsv(columns: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [columns, ...rows].map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
}

function field(value: CsvValue): string {
  const text = typeof value === 'string' ? withoutFormulas(value) : String(value ?? '');
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
