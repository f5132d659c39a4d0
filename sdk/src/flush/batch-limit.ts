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
  let limit: Promise<number> | undefined;

  async function stored(): Promise<number> {
    const number = Number(await values.get(key));
    return Number.isInteger(number) && number >= 1 ? number : Number.POSITIVE_INFINITY;
  }

  return {
    current: () => {
      limit ??= stored();
      return limit;
    },
    async halve(sent) {
      const half = Math.max(1, Math.floor(sent / 2));
      limit = Promise.resolve(half);
      await values.set(key, String(half));
    },
    async lift() {
      if ((await this.current()) === Number.POSITIVE_INFINITY) return;
      limit = Promise.resolve(Number.POSITIVE_INFINITY);
      await values.remove(key);
    },
  };
}
