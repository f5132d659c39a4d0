import type { AsyncStorage } from '../native-modules.ts';
import type { Chunk } from './chunks.ts';
import { unpackRecords } from './pack-records.ts';
import { readRows } from './read-rows.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** The records of a chunk, or what `readRows` says of a row without one. */
type ChunkRecords = readonly string[] | '' | null | undefined;

/** A page of events may be read again and again, and begins in one chunk and ends in another. */
const MAX_KEPT = 2;

/** Reads chunks, one row at a time; the last ones are kept, since a chunk never changes. */
export function createChunkReader(
  storage: AsyncStorage,
  prefix: string,
  unreadable: UnreadableRows,
): (chunk: Chunk) => Promise<ChunkRecords> {
  const kept = new Map<string, readonly string[]>();
  return async ({ rowId, ids }) => {
    const known = kept.get(rowId);
    if (known) return known;
    const [value] = await readRows(storage, prefix, [rowId], unreadable);
    if (!value) return value as ChunkRecords;
    const records = unpackRecords(value, ids.length);
    if (!records) return '';
    kept.set(rowId, records);
    for (const [oldest] of [...kept].slice(0, -MAX_KEPT)) kept.delete(oldest);
    return records;
  };
}
