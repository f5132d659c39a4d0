/** Work of which one runs at a time for each key, in the order in which it came. */
interface SerialQueue<Key> {
  /** Runs the work after all that came before it for the key, whether that succeeded or failed. */
  run<Result>(key: Key, work: () => Promise<Result>): Promise<Result>;
}

/** A serial queue of this process, of any length. */
export function createSerialQueue<Key>(): SerialQueue<Key> {
  /** The last work of each key that has any. */
  const last = new Map<Key, Promise<unknown>>();
  return {
    run<Result>(key: Key, work: () => Promise<Result>) {
      const before = last.get(key)?.catch(() => {}) ?? Promise.resolve();
      const running: Promise<Result> = before.then(work).finally(() => {
        if (last.get(key) === running) last.delete(key);
      });
      last.set(key, running);
      return running;
    },
  };
}
