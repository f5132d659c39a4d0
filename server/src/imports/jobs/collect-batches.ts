import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { AppError } from '../../platform/errors/errors.ts';
import type { FileRow } from '../import-row.ts';
import { BATCH_ROWS } from './store-batches.ts';

export const MAX_ROWS = 50_000;

/** A file's rows, ready to be stored. */
interface CollectedRows {
  readonly totalRows: number;
  /** JSON texts of up to 100 rows each. */
  readonly batches: readonly string[];
}

/**
 * Collects the rows of an upload.
 *
 * @param visit sees each batch first, and says what of it is stored.
 * @throws AppError PAYLOAD_TOO_LARGE for more than 50,000 rows; VALIDATION_ERROR for none.
 */
export async function collectBatches(
  rows: AsyncIterable<FileRow>,
  visit: (batch: readonly FileRow[]) => readonly FileRow[] | Promise<readonly FileRow[]> = (batch) => batch,
): Promise<CollectedRows> {
  const batches: string[] = [];
  let totalRows = 0;
  for await (const batch of inBatches(rows)) {
    totalRows += batch.length;
    if (totalRows > MAX_ROWS)
      throw new AppError('PAYLOAD_TOO_LARGE', `the file has more than ${MAX_ROWS} rows`);
    batches.push(JSON.stringify(await visit(batch)));
    await yieldToRequests();
  }
  if (totalRows === 0) throw new AppError('VALIDATION_ERROR', 'the file has no data rows');
  return { totalRows, batches };
}

/** The rows in batches as they are stored; only the last one is smaller. */
export async function* inBatches(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
