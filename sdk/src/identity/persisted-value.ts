import type { SafeValues } from '../storage/with-value-fallback.ts';

/** A small value that takes effect immediately and outlives the process. */
export interface PersistedValue {
  /** Reads what an earlier process stored; until then it is unknown, unlike a value set since the start. Gives nothing if it could not be read. */
  load(): Promise<unknown>;
  /** Sets the value; undefined removes it. Takes effect at once; resolves when it is stored, or kept in memory. */
  set(value: string | undefined): Promise<void>;
  current(): string | undefined;
  /**
   * Fixes the value as of this call; call the returned function after `load`. It returns what had been set by now, or
   * else what was stored, but nothing that is set later.
   */
  asOfNow(): () => string | undefined;
}

/**
 * See `PersistedValue`.
 *
 * @param unset the value while nothing is stored, of one that is never removed: what else has emptied the storage has not
 *   changed it
 * @param forgotten the value that says whether the user is to be forgotten: of whom nothing is kept then
 */
export function createPersistedValue(
  values: SafeValues,
  key: string,
  unset?: string,
  forgotten?: PersistedValue,
): PersistedValue {
  const stored = { value: unset };
  let latest = stored;
  // Where the platform can tell at once, what another tab has set counts too.
  const asOfNow = () => {
    const [seen, now] = [values.peek?.(key), latest];
    return () => seen ?? (seen === null && unset === undefined ? undefined : now.value);
  };
  return {
    async load() {
      const found = await values.find(key);
      if (found) stored.value = found[0] ?? unset;
      return found;
    },
    set(given) {
      const value = forgotten?.current() ? undefined : given;
      latest = { value };
      return value === undefined ? values.remove(key) : values.set(key, value);
    },
    current: () => asOfNow()(),
    asOfNow,
  };
}
