import { AppError } from '../../errors.ts';
import { readCsvRecords } from '../../text-files/read-csv-records.ts';
import { columnFinder, type ReadColumns } from '../column-mapping.ts';
import type { FileRow } from '../import-row.ts';

const MAX_COLUMNS = 1000;

/**
 * Reads a CSV file (RFC 4180) with a header. Missing fields at the end of a line count as empty; a line with more values
 * than the header has columns is a row that cannot be read.
 *
 * @throws AppError VALIDATION_ERROR where the file is not CSV, or has none of the mapped columns.
 */
export async function* readCsv(text: AsyncIterable<string>, read: ReadColumns): AsyncGenerator<FileRow> {
  let columns: Column[] | undefined;
  let row = 0;
  for await (const { values } of readCsvRecords(text, { relax: true, what: 'the file' })) {
    if (columns === undefined) columns = readHeader(values, read);
    else yield toRow(++row, values, columns);
  }
}

/** The column in each place; undefined for one that is ignored. */
type Column = string | undefined;

function readHeader(header: readonly string[], read: ReadColumns): Column[] {
  if (header.length > MAX_COLUMNS) throw invalid(`must have ${MAX_COLUMNS} columns or fewer`);
  const find = columnFinder(read);
  const seen = new Set<string>();
  let known = 0;
  const columns = header.map((name) => {
    const column = find(name);
    if (column === undefined || seen.has(column.name)) return undefined;
    if (column.isKnown) known++;
    seen.add(column.name);
    return column.name;
  });
  if (known === 0) throw invalid(`has none of the mapped columns in its header: ${read.known.join(', ')}`);
  return columns;
}

function toRow(row: number, record: readonly string[], columns: readonly Column[]): FileRow {
  if (record.some((value, place) => place >= columns.length && value !== '')) {
    const problem = `has ${record.length} values where the header has ${columns.length} columns`;
    return { row, values: {}, problem };
  }
  const values: Record<string, string> = {};
  for (const [place, column] of columns.entries()) {
    const value = record[place];
    if (column !== undefined && value !== undefined && value !== '') values[column] = value;
  }
  return { row, values };
}

function invalid(problem: string): AppError {
  return new AppError('VALIDATION_ERROR', `the file: ${problem}`);
}
