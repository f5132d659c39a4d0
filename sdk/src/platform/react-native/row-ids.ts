/** The ids of a queue's rows, sorted, and so in the order of the appends. */
export interface RowIds {
  /** Up to `limit` ids after that one, or else from the oldest on. */
  after(id: string | undefined, limit: number): string[];
  all(): readonly string[];
  last(): string | undefined;
  count(): number;
  /** Does nothing if it is there already. */
  add(id: string): void;
  remove(id: string): void;
  replace(ids: Iterable<string>): void;
}

export function createRowIds(): RowIds {
  let sorted: string[] = [];

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
    last: () => sorted.at(-1),
    count: () => sorted.length,
    add(id) {
      const at = countUpTo(id);
      if (sorted[at - 1] !== id) sorted.splice(at, 0, id);
    },
    remove(id) {
      const at = countUpTo(id) - 1;
      if (sorted[at] === id) sorted.splice(at, 1);
    },
    replace(ids) {
      sorted = [...new Set(ids)].sort();
    },
  };
}
