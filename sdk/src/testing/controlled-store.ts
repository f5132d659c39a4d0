import type { EventStore } from '../platform/event-store.ts';
import type { KeyValueStore, PlatformStorage } from '../platform/platform.ts';

export type StorageMode = 'works' | 'fails' | 'fails to write' | 'hangs';

/** A disk in memory that works, fails or hangs as the test wants, and counts its operations. */
export function createControlledDisk() {
  const disk = {
    mode: 'works' as StorageMode,
    records: new Map<number, string>(),
    values: new Map<string, string>(),
    operations: 0,
    opened: 0,
    /** Everything fails until the store is reopened. */
    deleted: false,
    /** Lets everything that hangs end. */
    release: () => {},
    open: (): Promise<EventStore> => {
      disk.deleted = false;
      return run(disk, false, () => openStore(disk));
    },
    keyValues: (): KeyValueStore => openValues(disk),
    /** The storage of a device with this disk, whose lease is always free. */
    storage: (): PlatformStorage => ({
      values: disk.keyValues(),
      openEvents: disk.open,
      openLease: async () => ({ acquire: async () => true, release: async () => {} }),
    }),
  };
  return disk;
}

export type ControlledDisk = ReturnType<typeof createControlledDisk>;

async function run<Result>(disk: ControlledDisk, writes: boolean, act: () => Result): Promise<Result> {
  disk.operations++;
  if (disk.mode === 'hangs') {
    await new Promise<void>((resolve) => {
      const { release } = disk;
      disk.release = () => {
        release();
        resolve();
      };
    });
  }
  if (disk.deleted) throw new Error('the database is closed');
  if (disk.mode === 'fails' || (writes && disk.mode === 'fails to write')) throw new Error('ENOSPC');
  return act();
}

function openStore(disk: ControlledDisk): EventStore {
  disk.opened++;
  const { records } = disk;
  return {
    append: (record) =>
      run(disk, true, () => {
        records.set(Math.max(0, ...records.keys()) + 1, record);
      }),
    read: (after, limit) =>
      run(disk, false, () =>
        [...records]
          .filter(([id]) => id > Number(after ?? 0))
          .slice(0, limit)
          .map(([id, record]) => ({ id: String(id), record })),
      ),
    ack: (ids) =>
      run(disk, true, () => {
        for (const id of ids) records.delete(Number(id));
      }),
    count: () => run(disk, false, () => records.size),
    close: async () => {},
  };
}

function openValues(disk: ControlledDisk): KeyValueStore {
  const { values } = disk;
  return {
    get: (key) => run(disk, false, () => values.get(key)),
    set: (key, value) =>
      run(disk, true, () => {
        values.set(key, value);
      }),
    setIfAbsent: (key, value) =>
      run(disk, true, () => {
        if (!values.has(key)) values.set(key, value);
        return values.get(key) ?? value;
      }),
    remove: (key) =>
      run(disk, true, () => {
        values.delete(key);
      }),
  };
}
