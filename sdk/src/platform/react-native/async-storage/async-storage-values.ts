import { createSerialRunner, type RunSerially } from '../../../scheduling/run-serially.ts';
import type { KeyValueStore } from '../../platform.ts';
import type { AsyncStorage } from '../native-modules.ts';

const KEY_PREFIX = 'tributary.';

// One per storage, not per client: two clients must not create the same value at once.
const runners = new WeakMap<AsyncStorage, RunSerially>();

/** Small values in AsyncStorage, one key each. */
export function createAsyncStorageValues(storage: AsyncStorage): KeyValueStore {
  const serially = runners.get(storage) ?? createSerialRunner();
  runners.set(storage, serially);
  const get = async (key: string) => (await storage.getItem(KEY_PREFIX + key)) ?? undefined;
  const set = (key: string, value: string) => storage.setItem(KEY_PREFIX + key, value);
  return {
    get,
    set: (key, value) => serially(() => set(key, value)),
    setIfAbsent: (key, value, isValid = (_stored: string) => true) =>
      serially(async () => {
        const stored = await get(key);
        if (stored !== undefined && isValid(stored)) return stored;
        await set(key, value);
        return value;
      }),
    remove: (key) => serially(() => storage.removeItem(KEY_PREFIX + key)),
  };
}
