import type { AsyncStorage } from '../native-modules.ts';

/** SQLite takes a limited number of parameters in one statement. */
const KEYS_PER_REMOVAL = 200;

/** The values of some keys in their order, null where there is none, by whatever call this version has. */
export async function getMany(storage: AsyncStorage, keys: string[]): Promise<(string | null)[]> {
  if (storage.getMany) {
    const values = await storage.getMany(keys);
    return keys.map((key) => values[key] ?? null);
  }
  if (storage.multiGet) {
    const values = new Map(await storage.multiGet(keys));
    return keys.map((key) => values.get(key) ?? null);
  }
  return Promise.all(keys.map((key) => storage.getItem(key)));
}

/** Removes keys, by whatever call this version has; those that do not exist are ignored. */
export async function removeMany(storage: AsyncStorage, keys: string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += KEYS_PER_REMOVAL) {
    const some = keys.slice(at, at + KEYS_PER_REMOVAL);
    if (storage.removeMany) await storage.removeMany(some);
    else if (storage.multiRemove) await storage.multiRemove(some);
    else await Promise.all(some.map((key) => storage.removeItem(key)));
  }
}
