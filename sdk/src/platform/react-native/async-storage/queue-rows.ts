import { type Chunks, createChunks } from './chunks.ts';
import { sequenceOf } from './packed-ids.ts';
import { createRowIds, type RowIds } from './row-ids.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** What the keys of a queue's rows begin with. */
export interface Prefixes {
  /** Of rows with a single event. */
  single: string;
  chunk: string;
  /** Of rows that say which events of chunks are acked. */
  acked: string;
  unreadable: string;
}

export const prefixesOf = (name: string): Prefixes => ({
  single: `tributary.queue.${name}.`,
  chunk: `tributary.chunk.${name}.`,
  acked: `tributary.acked.${name}.`,
  unreadable: `tributary.unreadable.${name}.`,
});

/** What is known of a queue, from the keys of its rows alone. */
export interface QueueRows {
  /** All events. */
  ids: RowIds;
  /** Those with a row each. */
  singles: RowIds;
  chunks: Chunks;
  /** Events in chunks whose own rows may still be there. */
  stale: Set<string>;
  /** Events that cannot be put into a chunk. */
  unpackable: Set<string>;
  sequence: number;
  /** Undefined until the queue is first opened. */
  unreadable?: UnreadableRows;
}

export const createQueueRows = (): QueueRows => ({
  ids: createRowIds(),
  singles: createRowIds(),
  chunks: createChunks(),
  stale: new Set(),
  unpackable: new Set(),
  sequence: 0,
});

const rowIdsOf = (rows: Iterable<{ rowId: string }>) => [...rows].map(({ rowId }) => rowId);

/** Learns the rows from their keys; what is added while these are read stays known. */
export async function loadQueueRows(
  rows: QueueRows,
  prefixes: Prefixes,
  getAllKeys: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { ids, singles, chunks, stale } = rows;
  const all = () => [singles.all(), rowIdsOf(chunks.all()), rowIdsOf(chunks.acks())] as const;
  const before = new Set(all().flat());
  const keys = await getAllKeys();
  const below = (start: string, now: readonly string[]) => [
    ...keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length)),
    ...now.filter((id) => !before.has(id)),
  ];
  const [ownRows, chunkRows, ackRows] = all();
  const found = below(prefixes.single, ownRows);
  chunks.replace(below(prefixes.chunk, chunkRows), below(prefixes.acked, ackRows));
  singles.replace(found.filter((id) => !chunks.of(id)));
  // The app has ended while they were put into a chunk.
  for (const id of found) if (chunks.of(id)) stale.add(id);
  ids.replace([...singles.all(), ...[...chunks.all()].flatMap(({ left }) => [...left])]);
  rows.sequence = Math.max(rows.sequence, sequenceOf(ids.last() ?? ''));
  return keys;
}
