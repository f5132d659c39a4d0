import type { EventStore, Lease, Platform } from '@tributary/sdk/core';
import type { VirtualTime } from '../network/virtual-time.ts';
import type { EventLedger } from './event-ledger.ts';
import type { ProcessLife } from './process-life.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

type Storage = Platform['storage'];

/** Longer than the SDK waits for its storage. */
const SLOW_MS = 6000;

/** What is wrong with a disk; a device changes it while processes use it. */
export interface DiskTrouble {
  /** Nothing can be written. */
  isFull: boolean;
  /** Every operation takes longer than the SDK waits for it. */
  isSlow: boolean;
  /** The next append is interrupted: this share of it is written, and the process dies or sees an error. */
  tearNext?: { readonly kept: number; readonly kills: boolean };
  /** The next record that is written is damaged at once; the share says where. */
  damageNext?: number;
}

export interface FaultyStorageParts {
  readonly disk: SimulatedDisk;
  readonly life: ProcessLife;
  readonly trouble: DiskTrouble;
  readonly time: VirtualTime;
  readonly ledger: EventLedger;
  /**
   * How far the wall clock is behind the simulated time, in ms; default 0. A lease expires by the wall clock, so that of
   * a dead process would otherwise keep the next one from sending.
   */
  readonly wallLag?: (() => number) | undefined;
  /** Called with each small value that has been stored. */
  readonly onValueStored?: (key: string, value: string) => void;
}

type Kind = 'read' | 'write';

/** What a process has of the disk. */
interface FaultyStorage {
  readonly storage: Storage;
  /** Closes the files of a process that has ended, as its system would: what it was writing is written before. */
  closeFiles(): void;
}

/** The disk's storage as a process uses it: each operation may fail, take long, or be the last of the process. */
export function openFaultyStorage(parts: FaultyStorageParts): FaultyStorage {
  const { disk, life, trouble, time } = parts;
  const inner = disk.open();
  const opened: EventStore[] = [];

  function use<T>(kind: Kind, act: () => Promise<T>): Promise<T> {
    return life.step(async () => {
      if (trouble.isSlow) await time.sleep(SLOW_MS);
      if (kind === 'write' && trouble.isFull) throw new Error('ENOSPC: no space left on device');
      return time.hold(act());
    });
  }

  async function openEvents(name: string): Promise<EventStore> {
    const store = await inner.openEvents(name);
    opened.push(store);
    return store;
  }

  const { values } = inner;
  const storage: Storage = {
    values: {
      get: (key) => use('read', () => values.get(key)),
      set: (key, value) =>
        use('write', async () => {
          await values.set(key, value);
          parts.onValueStored?.(key, value);
        }),
      setIfAbsent: (key, value, isValid) => use('write', () => values.setIfAbsent(key, value, isValid)),
      remove: (key) => use('write', () => values.remove(key)),
    },
    openEvents: async (name) => faultyEvents(parts, use, await use('read', () => openEvents(name))),
    openLease: async (name) => faultyLease(parts, use, await use('read', () => inner.openLease(name))),
  };
  return {
    storage,
    closeFiles() {
      for (const store of opened.splice(0)) time.hold(store.close()).catch(() => undefined);
    },
  };
}

type Use = <T>(kind: Kind, act: () => Promise<T>) => Promise<T>;

function faultyEvents(
  { disk, life, trouble, time, ledger }: FaultyStorageParts,
  use: Use,
  store: EventStore,
): EventStore {
  let last: Promise<unknown> = Promise.resolve();

  /** One after another, so that it is known which record a fault hits. */
  function append(record: string): Promise<void> {
    const appended = last.then(() => appendNow(record));
    last = appended.catch(() => undefined);
    return appended;
  }

  async function appendNow(record: string): Promise<void> {
    if (!life.isAlive()) return;
    await store.append(record);
    const { tearNext: tear, damageNext } = trouble;
    if (!tear) {
      ledger.stored(record, time.now());
      if (damageNext === undefined) return;
      delete trouble.damageNext;
      return damage(record, damageNext);
    }
    delete trouble.tearNext;
    await disk.tear(tear.kept);
    if (tear.kills) life.end();
    throw new Error('EIO: the write was interrupted');
  }

  async function damage(record: string, where: number): Promise<void> {
    await disk.damage(where);
    ledger.damaged(record);
  }

  return {
    append: (record) => use('write', () => append(record)),
    read: (after, limit) => use('read', () => store.read(after, limit)),
    ...(store.oldest && { oldest: (limit: number) => use('read', async () => store.oldest?.(limit) ?? []) }),
    // Deleting a file needs no space, and the SDK counts on that; a row's deletion does.
    ack: (ids) => use('read', () => store.ack(ids)),
    count: () => use('read', () => store.count()),
    close: () => use('read', () => store.close()),
  };
}

function faultyLease({ wallLag = () => 0 }: FaultyStorageParts, use: Use, lease: Lease): Lease {
  return {
    acquire: (now, ttlMs) => use('write', () => lease.acquire(now + wallLag(), ttlMs)),
    release: () => use('write', () => lease.release()),
  };
}
