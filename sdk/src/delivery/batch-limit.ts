import type { KeyValueStore } from '../platform/platform.ts';

/** A limit on events per request, set by a 413, in addition to the configured one. */
export interface BatchLimit {
  current(): Promise<number>;
  /** Allows half of the events that were too many, at least one. */
  halve(sent: number): Promise<void>;
  /** Removes the limit, once everything has been sent under it. */
  lift(): Promise<void>;
}

/** Kept in storage, since a batch that was too large is sent again only in a later session. */
export function createBatchLimit(values: KeyValueStore, key: string): BatchLimit {
  let limit: number | undefined;

  async function current(): Promise<number> {
    const stored = limit ?? Number(await values.get(key));
    limit = stored >= 1 ? stored : Number.POSITIVE_INFINITY;
    return limit;
  }

  return {
    current,
    async halve(sent) {
      limit = Math.max(1, Math.floor(sent / 2));
      await values.set(key, String(limit));
    },
    async lift() {
      if ((await current()) === Number.POSITIVE_INFINITY) return;
      limit = Number.POSITIVE_INFINITY;
      await values.remove(key);
    },
  };
}
