import type { AsyncStorage } from '../native-modules.ts';
import { removeMany } from './async-storage-keys.ts';
import type { Chunk } from './chunks.ts';
import { packIds } from './packed-ids.ts';
import type { Prefixes, QueueRows } from './queue-rows.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** Removes events from a queue. */
export interface RemoveEvents {
  remove(ids: readonly string[]): Promise<void>;
  /** Removes what the events of chunks had as their own rows. */
  removeStale(ids: Iterable<string>): Promise<void>;
  /** Removes what an app has left that has ended in the middle of this. */
  sweep(): Promise<void>;
}

/** A chunk goes once its last event does; until then a small row says which of its events are gone. */
export function createRemoveEvents(
  storage: AsyncStorage,
  prefixes: Prefixes,
  { ids, singles, chunks, stale }: QueueRows,
  unreadable: UnreadableRows,
): RemoveEvents {
  const removeRows = (prefix: string, some: readonly string[]) =>
    removeMany(
      storage,
      some.map((id) => prefix + id),
    );

  async function removeStale(some: Iterable<string>): Promise<void> {
    const theirs = [...some].filter((id) => stale.has(id));
    await removeRows(prefixes.single, theirs);
    for (const id of theirs) stale.delete(id);
  }

  async function removeChunk(chunk: Chunk): Promise<void> {
    // In this order, or what is removed would come back if the app ended in between.
    await removeStale(chunk.ids);
    await removeRows(prefixes.chunk, [chunk.rowId]);
    chunks.remove(chunk);
    for (const id of chunk.left) ids.remove(id);
    await removeRows(prefixes.acked, chunks.takeDoneAcks()).catch(() => undefined);
    await unreadable.forget([chunk.rowId]);
  }

  async function removePacked(some: ReadonlySet<string>): Promise<void> {
    const touched = new Set([...some].flatMap((id) => chunks.of(id) ?? []));
    // These first: they make room for what is to be written on a full disk.
    for (const chunk of touched) if ([...chunk.left].every((id) => some.has(id))) await removeChunk(chunk);
    const others = [...some].filter((id) => chunks.of(id)?.left.has(id));
    if (others.length === 0) return;
    const rowId = packIds(others.sort());
    await storage.setItem(prefixes.acked + rowId, '');
    chunks.addAck(rowId);
    others.forEach(ids.remove);
  }

  return {
    async remove(some) {
      const alone = some.filter((id) => !chunks.of(id));
      await removeRows(prefixes.single, alone);
      for (const id of alone) {
        ids.remove(id);
        singles.remove(id);
      }
      await unreadable.forget(alone);
      await removePacked(new Set(some.filter((id) => chunks.of(id)?.left.has(id))));
    },
    removeStale,
    async sweep() {
      await removeStale(stale);
      for (const chunk of chunks.all()) if (chunk.left.size === 0) await removeChunk(chunk);
      await removeRows(prefixes.acked, chunks.takeDoneAcks());
    },
  };
}
