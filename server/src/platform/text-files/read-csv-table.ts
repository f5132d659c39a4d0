import { AppError } from '../errors/errors.ts';
import { DELIMITERS, type Delimiter, delimiterOf, findHeader, nameOf } from './find-header.ts';
import { withFormulas } from './formulas.ts';
import { type CsvRecord, readCsvRecords } from './read-csv-records.ts';

/** Characters in which the header is looked for. */
const HEAD = 32_768;
/** Excel’s own line above the header: it says what separates the values. */
const SEP = /^"?sep=([^"\r\n]*)"?(?:\r\n|\n|\r|$)/i;
const LINE_END = /\r\n|\n|\r/g;

interface TableOptions {
  /** The columns that the reader knows: the header has one of them at least. */
  readonly known: readonly string[];
  readonly isKnown: (name: string) => boolean;
  /** Removes white space around values. */
  readonly trim?: boolean;
  /** Names the text in messages. */
  readonly what: string;
}

/** A line of a table. */
export interface TableRecord extends CsvRecord {
  readonly delimiter: Delimiter;
  /** Why it cannot be a line of the table; undefined for the header. */
  readonly problem?: string;
}

/**
 * Reads a table with a header as programs for tables write it: its values are separated by commas, semicolons, tabs or
 * bars, lines of another kind may stand above its header, and Excel’s `sep=`. The header comes first; rows without any
 * value are skipped. The apostrophes that keep what the service writes from being formulas are taken off.
 *
 * @throws AppError VALIDATION_ERROR where it is no such table, naming line and cause.
 */
export async function* readCsvTable(
  text: AsyncIterable<string> | Iterable<string>,
  options: TableOptions,
): AsyncGenerator<TableRecord> {
  const { begun, rest } = await withHead(text);
  const head = begun.replace(/^\uFEFF+/, '');
  if (head.trim() === '') return;
  const { start, delimiters } = readSep(head, options.what);
  const header = findHeader(head.slice(start), delimiters, options.isKnown);
  if (header === undefined) return await refuse(head.slice(start), linesIn(head.slice(0, start)), options);
  const { delimiter, at } = header;
  async function* fromHeader() {
    // Its lines are still counted.
    yield '\n'.repeat(linesIn(head.slice(0, start + at))) + head.slice(start + at);
    yield* rest;
  }
  let columns: number | undefined;
  const { what, trim = false } = options;
  for await (const record of readCsvRecords(fromHeader(), { delimiter, trim, relax: true, what })) {
    // Excel writes them below a table, for cells that once had a value.
    if (record.values.every(isBlank)) continue;
    const problem = columns === undefined ? undefined : problemOf(record.values, columns, delimiter);
    columns ??= record.values.length;
    const values = record.values.map(withFormulas);
    yield { ...record, values, delimiter, ...(problem !== undefined && { problem }) };
  }
}

async function withHead(text: AsyncIterable<string> | Iterable<string>) {
  const source = (async function* () {
    yield* text;
  })();
  let begun = '';
  while (begun.length < HEAD) {
    const next = await source.next();
    if (next.done) break;
    begun += next.value;
  }
  return { begun, rest: source };
}

function readSep(head: string, what: string): { start: number; delimiters: readonly Delimiter[] } {
  const line = SEP.exec(head);
  if (line === null) return { start: 0, delimiters: DELIMITERS };
  const delimiters = DELIMITERS.filter((delimiter) => delimiter === line[1]);
  if (delimiters.length === 0)
    throw new AppError('VALIDATION_ERROR', `${what}: line 1: sep= must name one of , ; | or a tab`);
  return { start: line[0].length, delimiters };
}

const isBlank = (value: string) => value.trim() === '';

/** Values beyond the last column are none if they are empty. */
function problemOf(values: readonly string[], columns: number, delimiter: Delimiter): string | undefined {
  if (values.some((value, place) => place >= columns && value !== ''))
    return `has ${values.length} values where the header has ${columns} columns`;
  const [only = ''] = values;
  if (values.length > 1 || columns === 1) return undefined;
  const other = DELIMITERS.find((one) => one !== delimiter && only.split(one).length === columns);
  return other && `is separated by ${nameOf(other)}, and its header by ${nameOf(delimiter)}`;
}

/** @throws AppError why its first line is no header: it is not CSV, or has no column that is known. */
async function refuse(text: string, before: number, { known, what }: TableOptions): Promise<never> {
  const lines = text.split(LINE_END);
  const first = lines.findIndex((line) => line.trim() !== '');
  const delimiter = delimiterOf(lines[first] ?? '') ?? ',';
  for await (const _ of readCsvRecords([text], { delimiter, relax: true, what })) break;
  const separated = delimiter === ',' ? '' : `is separated by ${nameOf(delimiter)} and `;
  const problem = `line ${before + first + 1} ${separated}has none of the mapped columns in its header`;
  throw new AppError('VALIDATION_ERROR', `${what}: ${problem}: ${known.join(', ')}`);
}

function linesIn(text: string): number {
  return text.match(LINE_END)?.length ?? 0;
}
