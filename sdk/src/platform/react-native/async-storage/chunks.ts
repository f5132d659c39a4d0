import { packIds, unpackIds } from './packed-ids.ts';
import { ROW_BYTES } from './row-ids.ts';

/** A row with the records of several events, compressed. Nothing in it changes until it is removed as a whole. */
export interface Chunk {
  /** What its key ends with: the length of its value, and the ids. */
  rowId: string;
  /** In the order of the records. */
  ids: readonly string[];
  /** Those that are not acked. */
  left: Set<string>;
}

/** A row that says which events of chunks are acked. */
interface Ack {
  rowId: string;
  ids: readonly string[];
}

/** What is known of a queue's chunks, all of it from the keys of the rows. */
export interface Chunks {
  of(id: string): Chunk | undefined;
  all(): Iterable<Chunk>;
  acks(): Iterable<Ack>;
  /** What the rows take up, in bytes. */
  bytes(): number;
  /** Does nothing if it is there already. */
  add(rowId: string): Chunk | undefined;
  /** Notes that these events are acked, by a row of that id. */
  addAck(rowId: string): void;
  /** Forgets a chunk whose row has been removed. */
  remove(chunk: Chunk): void;
  /** Forgets the rows about acked events that are about no chunk any more, and returns their ids. */
  takeDoneAcks(): string[];
  /** Starts again with these rows. */
  replace(chunks: Iterable<string>, acks: Iterable<string>): void;
}

const bytesOf = (rowId: string, length: number) => ROW_BYTES + 2 * rowId.length + length;

export const chunkRowId = (ids: readonly string[], value: string): string =>
  `${value.length}~${packIds(ids)}`;

export function createChunks(): Chunks {
  const chunks = new Map<string, Chunk>();
  const acks = new Map<string, Ack>();
  let byId = new Map<string, Chunk>();
  let bytes = 0;

  function add(rowId: string): Chunk | undefined {
    const [length = '', text = ''] = rowId.split('~');
    const ids = unpackIds(text);
    // Two clients of one app may have put an event into a chunk each: the first counts.
    const left = new Set(ids.filter((id) => !byId.has(id)));
    if (chunks.has(rowId) || ids.length === 0) return chunks.get(rowId);
    const chunk = { rowId, ids, left };
    chunks.set(rowId, chunk);
    for (const id of left) byId.set(id, chunk);
    bytes += bytesOf(rowId, Number(length));
    return chunk;
  }

  function addAck(rowId: string): void {
    const ids = unpackIds(rowId);
    if (!acks.has(rowId)) bytes += bytesOf(rowId, 0);
    acks.set(rowId, { rowId, ids });
    for (const id of ids) byId.get(id)?.left.delete(id);
  }

  return {
    of: (id) => byId.get(id),
    all: () => [...chunks.values()],
    acks: () => acks.values(),
    bytes: () => bytes,
    add,
    addAck,
    remove(chunk) {
      if (!chunks.delete(chunk.rowId)) return;
      bytes -= bytesOf(chunk.rowId, Number.parseInt(chunk.rowId, 10));
      for (const id of chunk.ids) if (byId.get(id) === chunk) byId.delete(id);
    },
    takeDoneAcks() {
      const done = [...acks.values()].filter(({ ids }) => !ids.some((id) => byId.has(id)));
      for (const { rowId } of done) {
        acks.delete(rowId);
        bytes -= bytesOf(rowId, 0);
      }
      return done.map(({ rowId }) => rowId);
    },
    replace(newChunks, newAcks) {
      const [some, others] = [[...newChunks], [...newAcks]];
      chunks.clear();
      acks.clear();
      byId = new Map();
      bytes = 0;
      some.forEach(add);
      others.forEach(addAck);
    },
  };
}
