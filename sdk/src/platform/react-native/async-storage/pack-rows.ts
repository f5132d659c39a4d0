import type { AsyncStorage } from '../native-modules.ts';
import { chunkRowId } from './chunks.ts';
import { packRecords } from './pack-records.ts';
import { bytesInId, isPackable, packIds } from './packed-ids.ts';
import type { Prefixes, QueueRows } from './queue-rows.ts';
import { KEYS_PER_READ, readRows } from './read-rows.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

const EVENTS_PER_CHUNK = 50;
/** What is sent soon is not packed. */
const MIN_SINGLES = 2 * EVENTS_PER_CHUNK;
/** Usual events are much smaller. A chunk is then at most 270 KB, far from the 2 MB that Android can read of a row. */
const MAX_RECORD_BYTES = 4096;

/**
 * Puts the oldest events that have a row each into one compressed row, once there are many; returns their ids. The chunk
 * is written before their own rows are removed, by the caller: an app that ends in between has them in both, which the
 * next start sees by the keys.
 */
export async function packRows(
  storage: AsyncStorage,
  prefixes: Prefixes,
  { ids, singles, chunks, stale, unpackable }: QueueRows,
  unreadable: UnreadableRows,
): Promise<readonly string[]> {
  const isCandidate = (id: string) =>
    isPackable(id) && (bytesInId(id) ?? 0) <= MAX_RECORD_BYTES && !unpackable.has(id);
  if (singles.count() < MIN_SINGLES) return [];
  const candidates = singles.all().filter(isCandidate);
  if (candidates.length < MIN_SINGLES) return [];

  const packed: string[] = [];
  const records: string[] = [];
  for (let at = 0; at < EVENTS_PER_CHUNK; at += KEYS_PER_READ) {
    const piece = candidates.slice(at, at + KEYS_PER_READ);
    const rows = await readRows(storage, prefixes.single, piece, unreadable);
    for (const [index, id] of piece.entries()) {
      const record = rows[index];
      if (record && !record.includes('\n')) {
        packed.push(id);
        records.push(record);
      } else unpackable.add(id);
    }
  }
  if (packed.length === 0) return [];

  const value = packRecords(records);
  const rowId = chunkRowId(packed, value);
  await storage.setItem(prefixes.chunk + rowId, value);
  const gone = packed.filter((id) => !ids.has(id));
  chunks.add(rowId);
  for (const id of packed) {
    singles.remove(id);
    stale.add(id);
  }
  if (gone.length > 0) {
    // Acked meanwhile, by a queue that was opened after this one.
    const ackedId = packIds(gone);
    await storage.setItem(prefixes.acked + ackedId, '');
    chunks.addAck(ackedId);
  }
  return packed;
}
