import type { KeyValueStore } from '../platform/platform.ts';
import { createRunInTurn } from '../queue/run-in-turn.ts';

/** A small value that the app sets at once and that outlives the process. */
export interface RememberedValue {
  /** Reads what an earlier process left; until then only what was set since is known. */
  load(): Promise<void>;
  /** undefined forgets it. Takes effect at once; rejects where it could not be stored. */
  set(value: string | undefined): Promise<void>;
  current(): string | undefined;
  /**
   * The value as of now, to be asked for after `load`: what was set since the start by the moment of this
   * call, or else what was stored, but nothing that is set later.
   */
  asOfNow(): () => string | undefined;
}

/** See `RememberedValue`. */
export function createRememberedValue(values: KeyValueStore, key: string): RememberedValue {
  const inTurn = createRunInTurn();
  let stored: string | undefined;
  let latest: { value: string | undefined } | undefined;
  return {
    async load() {
      stored = await inTurn(() => values.get(key));
    },
    set(value) {
      latest = { value };
      return inTurn(() => (value === undefined ? values.remove(key) : values.set(key, value)));
    },
    current: () => (latest ? latest.value : stored),
    asOfNow() {
      const now = latest;
      return () => (now ? now.value : stored);
    },
  };
}
