import type { KeyValueStore } from '../platform/platform.ts';
import { createSerialRunner } from '../scheduling/run-serially.ts';
import { type GuardParts, guardStorage, withDeadline } from './guard-storage.ts';

/** Small values of which none is lost while the process lives; no operation fails. */
export interface SafeValues extends KeyValueStore {
  /** What is stored, undefined for nothing; or undefined if that could not be read. */
  find(key: string): Promise<readonly [string | undefined] | undefined>;
  /**
   * Stores what could not be stored before, and waits until what is being stored is.
   *
   * @param isLastChance also during the pause after a failure
   */
  retry(isLastChance?: boolean): Promise<void>;
  /** Why values are not stored; undefined while they are. */
  error(): string | undefined;
  /** Why a value could not be read; undefined if all could that were looked for. */
  readError(): string | undefined;
}

/** A value to be stored later. */
interface Held {
  /** undefined: to be removed. */
  value: string | undefined;
  store(): Promise<unknown>;
}

export interface ValueFallbackParts extends Omit<GuardParts, 'mayStore'> {
  /** Whether a value may be stored under that key; until then it stays in memory. Any may be removed. */
  mayStore(key: string): boolean;
}

/** Wraps a store of small values: what it cannot store, or not in time, stays in memory. */
export function withValueFallback(values: KeyValueStore, parts: ValueFallbackParts): SafeValues {
  const { mayStore } = parts;
  const storage = guardStorage<KeyValueStore>({ ...parts, mayStore: () => true }, 'values', (act) =>
    withDeadline(parts.timers, () => act(values)),
  );
  const serially = createSerialRunner();
  const held = new Map<string, Held>();
  const unreadable: Record<string, string> = {};

  function write(key: string, act = storage.write): Promise<void> {
    return serially(async () => {
      const wanted = held.get(key);
      if (!wanted || (wanted.value !== undefined && !mayStore(key))) return;
      await act(async () => {
        // Behind the others: one that always fails is not tried before them again.
        const latest = held.get(key) as Held;
        held.delete(key);
        held.set(key, latest);
        await wanted.store();
        if (held.get(key) === wanted) held.delete(key);
      });
    });
  }

  /** One that cannot be read says nothing of the others; a storage that hangs does. */
  const find: SafeValues['find'] = (key) =>
    storage.insist(() =>
      values.get(key).then(
        (value) => {
          unreadable[key] = '';
          return [value] as const;
        },
        (error) => {
          unreadable[key] = `${key}: ${error}`;
          return undefined;
        },
      ),
    );
  async function read(key: string): Promise<string | undefined> {
    const waiting = held.get(key);
    return waiting ? waiting.value : (await find(key))?.[0];
  }

  function hold(key: string, value: string | undefined, store: () => Promise<unknown>): Promise<void> {
    held.set(key, { value, store });
    return write(key);
  }

  return {
    peek: (key) => (held.has(key) ? (held.get(key)?.value ?? null) : values.peek?.(key)),
    find,
    get: read,
    set: (key, value) => hold(key, value, () => values.set(key, value)),
    remove: (key) => hold(key, undefined, () => values.remove(key)),
    async setIfAbsent(key, value, isValid = () => true) {
      const store = () => values.setIfAbsent(key, value, isValid);
      const mayWrite = mayStore(key) && !held.has(key);
      // What cannot be written may still be read.
      const stored = (mayWrite ? await storage.insist(store) : undefined) ?? (await read(key));
      if (stored !== undefined && isValid(stored)) return stored;
      if (mayStore(key)) await hold(key, value, store);
      return value;
    },
    async retry(isLastChance) {
      for (const key of [...held.keys()]) await write(key, isLastChance ? storage.insist : storage.write);
    },
    error: storage.error,
    readError: () => Object.values(unreadable).find((text) => text),
  };
}
