import type { AsyncStorage } from '../platform/react-native/native-modules.ts';

/** The window through which Android reads a row. */
const MAX_ROW_LENGTH = 2 * 1024 * 1024;

/** The phone's disk behind AsyncStorage: it outlives the app, which may end at any moment. */
export function createFakeDisk() {
  const values = new Map<string, string>();
  const disk = {
    values,
    /** Names of the native calls so far, with the number of keys. */
    calls: [] as string[],
    /** The app ends after that many more calls: the last one is carried out, but nothing of it is heard. */
    callsUntilEnd: Number.POSITIVE_INFINITY,
    /** Keys whose rows cannot be read. */
    unreadable: new Set<string>(),
    /** Keys whose rows fail otherwise, whenever they are read. */
    damaged: new Set<string>(),
    /** Reads of rows fail that many more times, of one row as of several. */
    failingReads: 0,
    /** Nothing can be written; what is there can be read and removed. */
    full: false,
    /** Every call fails. */
    broken: false,
    /** The storage as an app sees it that has just been started, in the shape of that major version. */
    storage: (version: 1 | 2 | 3 = 3): AsyncStorage => storageOf(disk, version),
  };
  return disk;
}

export type FakeDisk = ReturnType<typeof createFakeDisk>;

function storageOf(disk: FakeDisk, version: 1 | 2 | 3): AsyncStorage {
  const { values } = disk;
  let ended = false;

  async function call<Result>(name: string, count: number, act: () => Result): Promise<Result> {
    await Promise.resolve();
    if (ended) return new Promise(() => {});
    disk.calls.push(`${name} ${count}`);
    if (disk.broken) throw new Error('database or disk is full (code 13)');
    ended = --disk.callsUntilEnd <= 0;
    const result = act();
    return ended ? new Promise(() => {}) : result;
  }

  /** Reads that fail for a moment, as while the database is locked. */
  function checkReads(): void {
    if (disk.failingReads <= 0) return;
    disk.failingReads--;
    throw new Error('database is locked (code 5 SQLITE_BUSY)');
  }
  const readRow = (key: string) => {
    if (disk.damaged.has(key)) throw new Error('database disk image is malformed (code 11)');
    const value = values.get(key) ?? null;
    if (disk.unreadable.has(key) || (value?.length ?? 0) > MAX_ROW_LENGTH)
      throw new Error(`Row too big to fit into CursorWindow: ${key}`);
    return value;
  };
  const remove = (keys: readonly string[]) => {
    for (const key of keys) values.delete(key);
  };
  const single: AsyncStorage = {
    getItem: (key) =>
      call('getItem', 1, () => {
        checkReads();
        return readRow(key);
      }),
    setItem: (key, value) =>
      call('setItem', 1, () => {
        if (disk.full) throw new Error('database or disk is full (code 13)');
        values.set(key, value);
      }),
    removeItem: (key) => call('removeItem', 1, () => remove([key])),
    // In no particular order.
    getAllKeys: () => call('getAllKeys', values.size, () => [...values.keys()].reverse()),
  };
  if (version === 1) return single;
  if (version === 2)
    return {
      ...single,
      multiGet: (keys) =>
        call('multiGet', keys.length, () => {
          checkReads();
          return keys.map((key) => [key, readRow(key)] as const);
        }),
      multiRemove: (keys) => call('multiRemove', keys.length, () => remove(keys)),
    };
  return {
    ...single,
    getMany: (keys) =>
      call('getMany', keys.length, () => {
        checkReads();
        return Object.fromEntries(keys.map((key) => [key, readRow(key)]));
      }),
    removeMany: (keys) => call('removeMany', keys.length, () => remove(keys)),
  };
}
