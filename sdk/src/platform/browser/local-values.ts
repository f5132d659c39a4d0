import type { KeyValueStore } from '../platform.ts';
import { ifPossible } from './if-possible.ts';
import { openQueueDatabase, openStore, requested, VALUES } from './indexed-db.ts';

/** How long a first visit waits for the other tabs' choice. */
const MAX_WAIT_MS = 2000;

export const keyOf = (key: string) => `tributary.${key}`;

export const peekLocal = (key: string) => ifPossible(() => localStorage.getItem(keyOf(key)));

/**
 * Small values in localStorage; operations fail where the browser forbids it or it is full.
 *
 * @param prefixOf gives what their keys begin with; see `enterScope`
 */
export function createLocalValues(prefixOf: () => string): KeyValueStore {
  const nameOf = (key: string) => keyOf(prefixOf() + key);
  const peek = (key: string) => peekLocal(prefixOf() + key);
  const set = (key: string, value: string) => localStorage.setItem(nameOf(key), value);
  return {
    peek,
    get: async (key) => peek(key) ?? undefined,
    set: async (key, value) => set(key, value),
    async setIfAbsent(key, value, isValid = () => true) {
      const stored = peek(key);
      if (stored && isValid(stored)) return stored;
      // Tabs see each other's localStorage late: only a transaction lets one of them be the first.
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
      const first = await Promise.race([
        keepFirst(prefixOf() + key, value, isValid).catch(() => undefined),
        late,
      ]);
      try {
        set(key, first ?? value);
      } catch (error) {
        // A worker has no localStorage.
        if (first === undefined) throw error;
      }
      return first ?? value;
    },
    async remove(key) {
      localStorage.removeItem(nameOf(key));
    },
  };
}

/** The first value that any tab has given for a key. */
async function keepFirst(key: string, value: string, isValid: (stored: string) => boolean): Promise<string> {
  const database = await openQueueDatabase('values');
  try {
    const store = await openStore(database, VALUES, 'readwrite');
    const stored = await requested<unknown>(store.get(key));
    if (typeof stored === 'string' && isValid(stored)) return stored;
    await requested(store.put(value, key));
    return value;
  } finally {
    database.close();
  }
}
