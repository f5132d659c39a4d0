import { describe, expect, test } from 'vitest';
import {
  numbered,
  openQueue,
  queueOf,
  randomBytes,
  recordsOf,
  usualRecord,
} from '../../../testing/async-storage-queue.ts';
import { createFakeDisk, type FakeDisk } from '../../../testing/fake-async-storage.ts';
import type { EventStore, StoredEvent } from '../../event-store.ts';
import { createAsyncStorageQueues } from './async-storage-event-store.ts';

const keysOf = (disk: FakeDisk, kind: string) =>
  [...disk.values.keys()].filter((key) => key.startsWith(`tributary.${kind}.`)).sort();

async function readAll(store: EventStore): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  for (let page = await store.read(undefined, 50); page.length > 0; ) {
    all.push(...page);
    page = await store.read(page.at(-1)?.id, 50);
  }
  return all;
}

const idsOf = (events: StoredEvent[]) => events.map(({ id }) => id);

test('10,000 usual events fit into 3 MB, are read in order, and leave nothing', async () => {
  const disk = createFakeDisk();
  let dropped = 0;
  const store = await createAsyncStorageQueues(disk.storage(), randomBytes)('q', undefined, (count) => {
    dropped += count;
  });
  const records = Array.from({ length: 10_000 }, (_, n) => usualRecord(n));
  for (const record of records) await store.append(record);
  expect(dropped).toBe(0);
  // A key is in the table and in its index.
  const bytes = [...disk.values].reduce((sum, [key, value]) => sum + 2 * key.length + value.length, 0);
  expect(bytes).toBeLessThan(3 * 1024 * 1024);
  expect(bytes).toBeLessThan(Buffer.byteLength(records.join('')) / 3);
  const later = await openQueue(disk.storage());
  expect(await later.count()).toBe(10_000);
  const events = await readAll(later);
  expect(recordsOf(events)).toEqual(records);
  for (let at = 0; at < events.length; at += 37) await later.ack(idsOf(events.slice(at, at + 37)));
  expect(disk.values.size).toBe(0);
}, 180_000);

describe.each([1, 2, 3] as const)('a long queue in AsyncStorage %i', (version) => {
  test('puts the oldest into one row as soon as there are 100, and keeps ids and order', async () => {
    const disk = createFakeDisk();
    const store = await queueOf(disk.storage(version), numbered(99));
    expect(keysOf(disk, 'chunk')).toHaveLength(0);
    const before = await readAll(store);
    await store.append('record-99');
    expect([keysOf(disk, 'chunk').length, keysOf(disk, 'queue').length]).toEqual([1, 50]);
    const after = await readAll(store);
    expect(idsOf(after).slice(0, 99)).toEqual(idsOf(before));
    expect(recordsOf(after)).toEqual(numbered(100));
    expect(await readAll(await openQueue(disk.storage(version)))).toEqual(after);
  });

  test('remembers what of a chunk is acked, over restarts, until the chunk goes', async () => {
    const disk = createFakeDisk();
    const ids = idsOf(await readAll(await queueOf(disk.storage(version), numbered(200))));
    await (await openQueue(disk.storage(version))).ack([...ids.slice(0, 10), ...ids.slice(48, 52)]);
    const left = [...numbered(200).slice(10, 48), ...numbered(200).slice(52)];
    const store = await openQueue(disk.storage(version));
    expect(recordsOf(await readAll(store))).toEqual(left);
    expect(await store.count()).toBe(left.length);
    await store.ack(ids.slice(10, 48));
    expect(keysOf(disk, 'acked')).toHaveLength(1);
    await store.ack(ids.slice(50, 100));
    expect(keysOf(disk, 'acked')).toHaveLength(0);
    expect(recordsOf(await readAll(await openQueue(disk.storage(version))))).toEqual(
      numbered(200).slice(100),
    );
  });

  test('takes over the rows of earlier versions', async () => {
    const disk = createFakeDisk();
    for (const [at, record] of numbered(120).entries()) {
      const bytes = at % 2 ? `-${record.length}` : '';
      disk.values.set(
        `tributary.queue.q.${String(at + 1).padStart(15, '0')}-0a1b2c3${at % 7}${bytes}`,
        record,
      );
    }
    const store = await openQueue(disk.storage(version));
    const more = Array.from({ length: 120 }, (_, n) => `more-${n}`);
    for (const record of more) await store.append(record);
    expect(keysOf(disk, 'chunk').length).toBeGreaterThan(1);
    expect(recordsOf(await readAll(store))).toEqual([...numbered(120), ...more]);
    expect(recordsOf(await readAll(await openQueue(disk.storage(version))))).toEqual([
      ...numbered(120),
      ...more,
    ]);
  });
});

describe('an app that ends at any call of the system', () => {
  /** What is there when an app that does this ends after that many calls, and when it would have ended anyhow. */
  async function endAfter(calls: number, disk: FakeDisk, act: (store: EventStore) => Promise<void>) {
    disk.callsUntilEnd = calls;
    const run = async () => {
      await act(await openQueue(disk.storage()));
      return true;
    };
    const survived = await Promise.race([run(), new Promise((resolve) => setTimeout(resolve, 5))]);
    disk.callsUntilEnd = Number.POSITIVE_INFINITY;
    return { survived, left: await readAll(await openQueue(disk.storage())) };
  }

  async function diskWith(records: string[]) {
    const disk = createFakeDisk();
    const ids = idsOf(await readAll(await queueOf(disk.storage(), records)));
    return { disk, ids };
  }

  test('while events are put into a chunk keeps each of them once and in order', async () => {
    for (let calls = 1; ; calls++) {
      const { disk } = await diskWith(numbered(99));
      const { survived, left } = await endAfter(calls, disk, (store) => store.append('record-99'));
      expect(recordsOf(left)).toEqual(numbered(calls < 2 ? 99 : 100));
      // Nor is anything in two rows after the next start.
      expect(keysOf(disk, 'queue').length + 50 * keysOf(disk, 'chunk').length).toBe(left.length);
      if (!survived) continue;
      expect(calls).toBeGreaterThan(8);
      return;
    }
  });

  test('while events are acked loses no other, and brings none back that was acked before', async () => {
    for (let calls = 1; ; calls++) {
      const { disk, ids } = await diskWith(numbered(200));
      let acked = 0;
      const { survived, left } = await endAfter(calls, disk, async (store) => {
        for (; acked < 200; acked += 20) await store.ack(ids.slice(acked, acked + 20));
      });
      const records = recordsOf(left);
      expect(records).toEqual(numbered(200).filter((record) => records.includes(record)));
      expect(idsOf(left).filter((id) => ids.indexOf(id) < acked)).toEqual([]);
      expect(records).toEqual(expect.arrayContaining(numbered(200).slice(acked + 20)));
      if (!survived) continue;
      expect(disk.values.size).toBe(0);
      expect(calls).toBeGreaterThan(10);
      return;
    }
  });

  test('while the last of a chunk are acked, some of which are still in rows of their own, brings none back', async () => {
    for (let calls = 1; ; calls++) {
      const disk = createFakeDisk();
      const storage = disk.storage();
      let isLocked = true;
      const removeMany = async (keys: string[]) => {
        if (isLocked) throw new Error('database is locked');
        await storage.removeMany?.(keys);
      };
      const store = await queueOf({ ...storage, removeMany }, numbered(100));
      const ids = idsOf(await readAll(store));
      await store.ack(ids.slice(0, 10));
      isLocked = false;
      disk.callsUntilEnd = calls;
      const acked = store.ack(ids.slice(10, 50)).then(() => true);
      const survived = await Promise.race([acked, new Promise((resolve) => setTimeout(resolve, 5))]);
      disk.callsUntilEnd = Number.POSITIVE_INFINITY;
      const left = recordsOf(await readAll(await openQueue(disk.storage())));
      expect(numbered(100)).toEqual(expect.arrayContaining(left));
      expect(left).not.toEqual(expect.arrayContaining(numbered(1)));
      expect(new Set(left).size).toBe(left.length);
      expect(left).toEqual(expect.arrayContaining(numbered(100).slice(50)));
      if (!survived) continue;
      expect(left).toHaveLength(50);
      return;
    }
  });
});

describe('a chunk', () => {
  test('that cannot be read is passed over, and lost in the next session', async () => {
    const disk = createFakeDisk();
    await queueOf(disk.storage(), numbered(120));
    disk.damaged.add(keysOf(disk, 'chunk')[0] ?? '');
    expect(recordsOf(await readAll(await openQueue(disk.storage())))).toEqual(numbered(120).slice(50));
    const later = await openQueue(disk.storage());
    const all = await readAll(later);
    expect(recordsOf(all)).toEqual([...Array(50).fill(''), ...numbered(120).slice(50)]);
    await later.ack(idsOf(all));
    expect(disk.values.size).toBe(0);
  });

  test('whose reads fail for a moment is read again', async () => {
    const disk = createFakeDisk();
    const store = await queueOf(disk.storage(), numbered(120));
    for (let failures = 1; failures <= 12; failures++) {
      disk.failingReads = failures;
      const seen = recordsOf(await store.read(undefined, 60).catch(() => []));
      expect(seen).not.toContain('');
      disk.failingReads = 0;
      expect(recordsOf(await readAll(store))).toEqual(numbered(120));
    }
  });

  test('whose text is damaged costs its events and no others', async () => {
    const disk = createFakeDisk();
    await queueOf(disk.storage(), numbered(120));
    const [key = ''] = keysOf(disk, 'chunk');
    for (const damage of ['', '*', (disk.values.get(key) ?? '').slice(0, -20)]) {
      disk.values.set(key, damage);
      const records = recordsOf(await readAll(await openQueue(disk.storage())));
      expect(records).toEqual([...Array(50).fill(''), ...numbered(120).slice(50)]);
    }
  });

  test('is small enough for Android, whatever is in it; large events stay alone', async () => {
    const disk = createFakeDisk();
    const most = (n: number) =>
      Buffer.from(randomBytes(3000)).toString('base64').slice(0, 4093) + `${n}`.padStart(3);
    const records = Array.from({ length: 150 }, (_, n) => (n % 3 ? most(n) : 'x'.repeat(5000) + n));
    const store = await queueOf(disk.storage(), records);
    const sizes = keysOf(disk, 'chunk').map((key) => disk.values.get(key)?.length ?? 0);
    expect(sizes).toHaveLength(1);
    expect(Math.max(...sizes)).toBeLessThan(280_000);
    expect(recordsOf(await readAll(store))).toEqual(records);
  });

  test('makes room as a whole, oldest first', async () => {
    const disk = createFakeDisk();
    let dropped = 0;
    const store = await createAsyncStorageQueues(disk.storage(), randomBytes)('q', 60_000, (count) => {
      dropped += count;
    });
    const records = Array.from({ length: 600 }, (_, n) => usualRecord(n));
    for (const record of records) await store.append(record);
    expect(dropped).toBeGreaterThan(0);
    expect(recordsOf(await readAll(store))).toEqual(records.slice(dropped));
  });
});

test('a full disk can be emptied', async () => {
  const disk = createFakeDisk();
  const store = await queueOf(disk.storage(), numbered(200));
  disk.full = true;
  const events = await readAll(store);
  await expect(store.ack(idsOf(events.slice(0, 20)))).rejects.toThrow('disk is full');
  expect(await store.count()).toBe(200);
  await store.ack(idsOf(events));
  expect(disk.values.size).toBe(0);
});

test('events that are put into a chunk while they are read are not missed', async () => {
  const storage = createFakeDisk().storage();
  let before: Promise<void> | undefined;
  const store = await openQueue({
    ...storage,
    getMany: async (keys) => {
      const awaited = before;
      before = undefined;
      await awaited;
      return (await storage.getMany?.(keys)) ?? {};
    },
  });
  for (const record of numbered(99)) await store.append(record);
  const { promise, resolve } = Promise.withResolvers<void>();
  before = promise;
  const reading = store.read(undefined, 50);
  await store.append('record-99');
  resolve();
  expect(recordsOf(await reading)).toEqual(numbered(50));
  expect(recordsOf(await readAll(store))).toEqual(numbered(100));
});

test('two clients of one app that pack the same events lose none', async () => {
  const disk = createFakeDisk();
  await queueOf(disk.storage(), numbered(90));
  const [one, two] = [await openQueue(disk.storage()), await openQueue(disk.storage())];
  await one.ack(idsOf(await one.read(undefined, 1)));
  for (let n = 0; n < 20; n++) await Promise.all([one.append(`one-${n}`), two.append(`two-${n}`)]);
  const records = recordsOf(await readAll(await openQueue(disk.storage())));
  expect(new Set(records).size).toBe(records.length);
  expect(records).toHaveLength(129);
  expect(records.slice(0, 89)).toEqual(numbered(90).slice(1));
});

test('the oldest of a long queue are named without a read', async () => {
  const disk = createFakeDisk();
  const store = await queueOf(disk.storage(), numbered(300));
  disk.calls = [];
  const oldest = await store.oldest?.(220);
  expect(oldest).toHaveLength(220);
  expect(disk.calls).toEqual([]);
});
