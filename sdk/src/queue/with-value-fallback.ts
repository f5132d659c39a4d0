import type { KeyValueStore } from '../platform/platform.ts';
import { createStorageHealth, type StorageHealthParts } from './storage-health.ts';

/** Small values of which none is lost while the process lives; no operation fails. */
export interface SafeValues extends KeyValueStore {
  /** Stores what could not be stored before. */
  retry(): Promise<void>;
  /** Stores what can be stored, and waits until it is. */
  close(): Promise<void>;
  /** Why values are not stored; undefined while they are. */
  error(): string | undefined;
}

/** A value to be stored later. */
interface Held {
  /** undefined: to be removed. */
  value: string | undefined;
  store(): Promise<unknown>;
}

/** Wraps a store of small values: what it cannot store, or not in time, stays in memory. */
export function withValueFallback(values: KeyValueStore, parts: StorageHealthParts): SafeValues {
  const health = createStorageHealth(parts, 'small values');
  const held = new Map<string, Held>();
  let writing: Promise<unknown> = Promise.resolve();

  function write(key: string): Promise<void> {
    const written = writeHeld(key);
    writing = Promise.all([writing, written]);
    return written;
  }

  async function writeHeld(key: string): Promise<void> {
    const wanted = held.get(key);
    if (!wanted || !health.mayWrite()) return;
    try {
      await health.attempt(wanted.store);
      health.worked();
      if (held.get(key) === wanted) held.delete(key);
    } catch (error) {
      health.failed(error);
    }
  }

  async function read(key: string): Promise<string | undefined> {
    const waiting = held.get(key);
    if (waiting) return waiting.value;
    if (!health.mayRead()) return undefined;
    try {
      return await health.attempt(() => values.get(key));
    } catch (error) {
      health.failed(error);
      return undefined;
    }
  }

  function hold(key: string, value: string | undefined, store: () => Promise<unknown>): Promise<void> {
    held.set(key, { value, store });
    return write(key);
  }

  async function retry(): Promise<void> {
    for (const key of held.keys()) await write(key);
  }

  return {
    peek: (key) => (held.has(key) ? held.get(key)?.value : values.peek?.(key)),
    get: read,
    set: (key, value) => hold(key, value, () => values.set(key, value)),
    remove: (key) => hold(key, undefined, () => values.remove(key)),
    async setIfAbsent(key, value, isValid = () => true) {
      const store = () => values.setIfAbsent(key, value, isValid);
      try {
        if (health.mayWrite() && !held.has(key)) return await health.attempt(store);
      } catch (error) {
        health.failed(error);
      }
      // What cannot be written may still be read.
      const stored = await read(key);
      if (stored !== undefined && isValid(stored)) return stored;
      await hold(key, value, store);
      return value;
    },
    retry,
    async close() {
      await retry();
      await writing;
    },
    error: health.error,
  };
}
