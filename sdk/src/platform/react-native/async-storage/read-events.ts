import type { EventStore, StoredEvent } from '../../event-store.ts';
import type { AsyncStorage } from '../native-modules.ts';
import { createChunkReader } from './chunk-reader.ts';
import type { Prefixes, QueueRows } from './queue-rows.ts';
import { KEYS_PER_READ, readRows } from './read-rows.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** Records are read in pieces: every value crosses a bridge. */
const MAX_READ_LENGTH = 512 * 1024;

/** Reads a queue's events, whatever rows they are in. */
export function createReadEvents(
  storage: AsyncStorage,
  prefixes: Prefixes,
  { ids, singles, chunks }: QueueRows,
  unreadable: UnreadableRows,
): EventStore['read'] {
  const readChunk = createChunkReader(storage, prefixes.chunk, unreadable);

  /** What `readRows` says of each. */
  async function readRecords(piece: readonly string[]): Promise<Map<string, string | null | undefined>> {
    const alone = piece.filter((id) => !chunks.of(id));
    const found = alone.length > 0 ? await readRows(storage, prefixes.single, alone, unreadable) : [];
    const records = new Map(alone.map((id, at) => [id, found[at]]));
    // Also those that were put into one since.
    for (const id of piece) {
      const chunk = chunks.of(id);
      if (!chunk) continue;
      const all = await readChunk(chunk);
      records.set(id, all ? all[chunk.ids.indexOf(id)] : (all as '' | null | undefined));
    }
    return records;
  }

  /** An event that someone else has removed. */
  function forget(id: string): void {
    const chunk = chunks.of(id);
    if (chunk) chunks.remove(chunk);
    for (const each of chunk?.left ?? [id]) {
      ids.remove(each);
      singles.remove(each);
    }
  }

  return async (after, limit) => {
    const found: StoredEvent[] = [];
    let length = 0;
    let last = after;
    while (found.length < limit && length < MAX_READ_LENGTH) {
      const piece = ids.after(last, Math.min(KEYS_PER_READ, limit - found.length));
      if (piece.length === 0) break;
      last = piece.at(-1);
      const records = await readRecords(piece);
      for (const id of piece) {
        const record = records.get(id);
        if (record === null) forget(id);
        if (typeof record !== 'string') continue;
        found.push({ id, record });
        length += record.length;
      }
    }
    return found;
  };
}
