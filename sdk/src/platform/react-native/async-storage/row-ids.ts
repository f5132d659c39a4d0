import { bytesInId } from './packed-ids.ts';

/** The ids of a queue's rows, sorted, and so in the order of the appends. */
export interface RowIds {
  /** Up to `limit` ids after that one, or else from the oldest on. */
  after(id: string | undefined, limit: number): string[];
  all(): readonly string[];
  has(id: string): boolean;
  last(): string | undefined;
  count(): number;
  /** What the rows take up, in bytes. */
  bytes(): number;
  /** Does nothing if it is there already. */
  add(id: string): void;
  remove(id: string): void;
  replace(ids: Iterable<string>): void;
}

/** A row besides its record: its key, in the table and in the table's index. */
export const ROW_BYTES = 150;
/** Of a record whose id does not say its length. */
const USUAL_BYTES = 1024;

/** Ids that end with the number of bytes of their records. */
export function createRowIds(): RowIds {
  let sorted: string[] = [];
  let bytes = 0;
  const bytesOf = (id: string) => ROW_BYTES + (bytesInId(id) ?? USUAL_BYTES);

  /** How many are at most `id`. */
  function countUpTo(id: string): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    after(id, limit) {
      const from = id === undefined ? 0 : countUpTo(id);
      return sorted.slice(from, from + limit);
    },
    all: () => sorted,
    has: (id) => sorted[countUpTo(id) - 1] === id,
    last: () => sorted.at(-1),
    count: () => sorted.length,
    bytes: () => bytes,
    add(id) {
      const at = countUpTo(id);
      if (sorted[at - 1] === id) return;
      sorted.splice(at, 0, id);
      bytes += bytesOf(id);
    },
    remove(id) {
      const at = countUpTo(id) - 1;
      if (sorted[at] !== id) return;
      sorted.splice(at, 1);
      bytes -= bytesOf(id);
    },
    replace(ids) {
      sorted = [...new Set(ids)].sort();
      bytes = sorted.reduce((sum, id) => sum + bytesOf(id), 0);
    },
  };
}
