import type { AsyncStorage } from '../native-modules.ts';

/** A storage that is lost with the app, for apps without the AsyncStorage package. */
export function createMemoryAsyncStorage(): AsyncStorage {
  const values = new Map<string, string>();
  return {
    getItem: async (key) => values.get(key) ?? null,
    async setItem(key, value) {
      values.set(key, value);
    },
    async removeItem(key) {
      values.delete(key);
    },
    getAllKeys: async () => [...values.keys()],
  };
}
