/** What an instance has begun and not yet finished, for those who have to wait for it (change-feed.ts). */
export interface UnderWay {
  /** Counts it as begun until it settles. @returns the same promise. */
  add<Result>(begun: Promise<Result>): Promise<Result>;
  /** Resolves when everything that is begun now has settled, whether it succeeded or not. */
  settled(): Promise<unknown>;
}

export function createUnderWay(): UnderWay {
  const begun = new Set<Promise<unknown>>();
  return {
    add(promise) {
      begun.add(promise);
      const forget = () => void begun.delete(promise);
      promise.then(forget, forget);
      return promise;
    },
    settled: () => Promise.allSettled(begun),
  };
}
