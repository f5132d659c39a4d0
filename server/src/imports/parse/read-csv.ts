import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { AppError } from '../../errors.ts';
import { type ColumnMapping, columnFinder } from '../column-mapping.ts';
import type { FileRow } from '../import-row.ts';

const MAX_COLUMNS = 1000;
/** Characters of one record. */
const MAX_RECORD = 1_000_000;
/** Characters of a parser's message, which quotes the file. */
const MAX_MESSAGE = 200;

/**
 * Reads a CSV file (RFC 4180) with a header. Missing fields at the end of a line count as empty; a line with more values
 * than the header has columns is a row that cannot be read.
 *
 * @throws AppError VALIDATION_ERROR where the file is not CSV, or has none of the mapped columns.
 */
export async function* readCsv(text: AsyncIterable<string>, mapping: ColumnMapping): AsyncGenerator<FileRow> {
  const parser = Readable.from(text, { objectMode: true }).compose(
    parse({
      max_record_size: MAX_RECORD,
      // Listed, not detected from the header, because a file may mix them.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  );
  let columns: Column[] | undefined;
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (columns === undefined) columns = readHeader(record, mapping);
      else yield toRow(++row, record, columns);
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalid(error.message.slice(0, MAX_MESSAGE));
    throw error;
  }
}

/** The mapped column in each place; undefined for one that is ignored. */
type Column = string | undefined;

function readHeader(header: readonly string[], mapping: ColumnMapping): Column[] {
  if (header.length > MAX_COLUMNS) throw invalid(`must have ${MAX_COLUMNS} columns or fewer`);
  const find = columnFinder(mapping);
  const seen = new Set<string>();
  const columns = header.map((name) => {
    const column = find(name);
    if (column === undefined || seen.has(column)) return undefined;
    seen.add(column);
    return column;
  });
  if (seen.size === 0)
    throw invalid(`has none of the mapped columns in its header: ${Object.keys(mapping).join(', ')}`);
  return columns;
}

function toRow(row: number, record: readonly string[], columns: readonly Column[]): FileRow {
  if (record.slice(columns.length).some((value) => value !== '')) {
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
