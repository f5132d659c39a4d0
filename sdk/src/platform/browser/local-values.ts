import type { KeyValueStore } from '../platform.ts';

/** Small values in localStorage; if the browser forbids it, they last as long as the page. */
export function createLocalValues(): KeyValueStore {
  const storage = usableLocalStorage() ?? createPageStorage();
  const keyOf = (key: string) => `tributary.${key}`;
  return {
    get: async (key) => storage.getItem(keyOf(key)) ?? undefined,
    async set(key, value) {
      storage.setItem(keyOf(key), value);
    },
    async setIfAbsent(key, value) {
      const stored = storage.getItem(keyOf(key));
      if (stored === null) storage.setItem(keyOf(key), value);
      return stored ?? value;
    },
    async remove(key) {
      storage.removeItem(keyOf(key));
    },
  };
}

type SmallStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

function usableLocalStorage(): SmallStorage | undefined {
  try {
    // Accessing it may throw; without a quota only writing does.
    const storage = globalThis.localStorage;
    storage.setItem('tributary.probe', '1');
    storage.removeItem('tributary.probe');
    return storage;
  } catch {
    return undefined;
  }
}

function createPageStorage(): SmallStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
    },
    removeItem: (key) => {
      values.delete(key);
    },
  };
}
