import { flatCopy } from './flat-copy.ts';

/** Remembers the values added most recently, in bounded memory; forgets the older half at a time. */
export interface RecentSet {
  has(value: string): boolean;
  add(value: string): void;
}

/** @param limit most values held. */
export function createRecentSet(limit: number): RecentSet {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    has: (value) => young.has(value) || old.has(value),
    add(value) {
      young.add(flatCopy(value));
      if (young.size < limit / 2) return;
      old = young;
      young = new Set();
    },
  };
}
