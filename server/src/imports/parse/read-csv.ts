import { AppError } from '../../platform/errors/errors.ts';
import { readAmounts } from '../../platform/text-files/read-amounts.ts';
import { readCsvTable } from '../../platform/text-files/read-csv-table.ts';
import { columnFinder, type ReadColumns } from '../column-mapping.ts';
import type { FileRow } from '../import-row.ts';

const MAX_COLUMNS = 1000;

/**
 * Reads a file of CSV (RFC 4180) with a header, also as programs for tables write it. Missing fields at the end of a line
 * count as empty; a line with more values than the header has columns is a row that cannot be read.
 *
 * @throws AppError VALIDATION_ERROR where the file is not CSV, or has none of the mapped columns.
 */
export async function* readCsv(text: AsyncIterable<string>, read: ReadColumns): AsyncGenerator<FileRow> {
  let isForeign = false;
  const find = columnFinder(read);
  async function* rows(): AsyncGenerator<FileRow> {
    let columns: Column[] | undefined;
    let row = 0;
    const isKnown = (name: string) => find(name)?.isKnown === true;
    const table = readCsvTable(text, { known: read.known, isKnown, what: 'the file' });
    for await (const { values, delimiter, problem } of table) {
      isForeign = delimiter !== ',';
      if (columns === undefined) columns = readHeader(values, find);
      else yield problem === undefined ? toRow(++row, values, columns) : { row: ++row, values: {}, problem };
    }
  }
  yield* readAmounts(rows(), read.amounts, () => isForeign);
}

/** The column in each place; undefined for one that is ignored. */
type Column = string | undefined;

function readHeader(header: readonly string[], find: ReturnType<typeof columnFinder>): Column[] {
  if (header.length > MAX_COLUMNS) throw invalid(`must have ${MAX_COLUMNS} columns or fewer`);
  const seen = new Set<string>();
  return header.map((name) => {
    const column = find(name);
    if (column === undefined || seen.has(column.name)) return undefined;
    seen.add(column.name);
    return column.name;
  });
}

function toRow(row: number, record: readonly string[], columns: readonly Column[]): FileRow {
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
