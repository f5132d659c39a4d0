import type { FileRow } from '../import-row.ts';
import { inBatches } from '../jobs/collect-batches.ts';

/** Some rows of a file, in its order. */
export interface FilePart {
  readonly number: number;
  readonly rows: number;
  /** JSON texts of up to 100 rows each; null for a part that is skipped. */
  readonly batches: readonly string[] | null;
}

/**
 * Divides rows into parts.
 *
 * @param size a multiple of the rows of a batch.
 * @param skip parts whose rows are not needed.
 */
export async function* inParts(
  rows: AsyncIterable<FileRow>,
  size: number,
  skip: (part: number) => boolean,
): AsyncGenerator<FilePart> {
  let number = 0;
  let count = 0;
  let batches: string[] = [];
  const take = (): FilePart => ({ number, rows: count, batches: skip(number) ? null : batches });
  for await (const batch of inBatches(rows)) {
    count += batch.length;
    if (!skip(number)) batches.push(JSON.stringify(batch));
    if (count < size) continue;
    yield take();
    number++;
    count = 0;
    batches = [];
  }
  if (count > 0) yield take();
}
