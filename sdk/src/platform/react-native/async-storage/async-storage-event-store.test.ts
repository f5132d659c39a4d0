import { describe, expect, test } from 'vitest';
import {
  numbered,
  openQueue,
  queueOf,
  randomBytes,
  recordsOf,
} from '../../../testing/async-storage-queue.ts';
import { createFakeDisk } from '../../../testing/fake-async-storage.ts';
import { createAsyncStorageQueues } from './async-storage-event-store.ts';

describe.each([1, 2, 3] as const)('a queue in AsyncStorage %i', (version) => {
  test('keeps the order of the appends over restarts', async () => {
    const disk = createFakeDisk();
    const records = numbered(120);
    await queueOf(disk.storage(version), records.slice(0, 60));
    const store = await queueOf(disk.storage(version), records.slice(60));
    expect(await store.count()).toBe(120);
    expect(recordsOf(await store.read(undefined, 1000))).toEqual(records);
    expect(recordsOf(await (await openQueue(disk.storage(version))).read(undefined, 1000))).toEqual(records);
  });

  test('is read from any record on, and acked records are gone', async () => {
    const disk = createFakeDisk();
    const store = await queueOf(disk.storage(version), numbered(30));
    const first = await store.read(undefined, 7);
    expect(recordsOf(first)).toEqual(numbered(7));
    expect(recordsOf(await store.read(first[6]?.id, 2))).toEqual(['record-7', 'record-8']);
    await store.ack([...first.map(({ id }) => id), 'unknown']);
    expect(await store.count()).toBe(23);
    // From an id that is gone by now.
    expect(recordsOf(await store.read(first[6]?.id, 1))).toEqual(['record-7']);
    expect(recordsOf(await (await openQueue(disk.storage(version))).read(undefined, 100))).toEqual(
      numbered(30).slice(7),
    );
  });

  test('reads around a row that cannot be read, which comes back empty', async () => {
    const disk = createFakeDisk();
    await queueOf(disk.storage(version), numbered(12));
    const [bad = ''] = [...disk.values.keys()].sort().slice(4);
    disk.unreadable.add(bad);
    const store = await openQueue(disk.storage(version));
    const expected = numbered(12).map((record, at) => (at === 4 ? '' : record));
    expect(recordsOf(await store.read(undefined, 50))).toEqual(expected);
  });

  test('reads a queue whose only row cannot be read', async () => {
    const disk = createFakeDisk();
    const store = await queueOf(disk.storage(version), ['a']);
    for (const key of disk.values.keys()) disk.unreadable.add(key);
    expect(recordsOf(await store.read(undefined, 50))).toEqual(['']);
  });
});

describe.each([1, 2, 3] as const)('reads of AsyncStorage %i that fail for a moment', (version) => {
  test('lose nothing: the rows are read again', async () => {
    for (let failures = 1; failures <= 12; failures++) {
      const disk = createFakeDisk();
      const store = await queueOf(disk.storage(version), numbered(30));
      disk.failingReads = failures;
      const seen = await store.read(undefined, 50).catch(() => []);
      expect(recordsOf(seen)).not.toContain('');
      expect(recordsOf(await store.read(undefined, 50))).toEqual(numbered(30));
      expect(await store.count()).toBe(30);
    }
  });

  test('in one start do not cost an event in the next, in which they fail again', async () => {
    const disk = createFakeDisk();
    const store = await queueOf(disk.storage(version), numbered(30));
    disk.failingReads = 11;
    await store.read(undefined, 50).catch(() => []);
    // It turns out to be readable, which the next start has to know.
    expect(recordsOf(await store.read(undefined, 50))).toEqual(numbered(30));
    const next = await openQueue(disk.storage(version));
    disk.failingReads = 11;
    expect(recordsOf(await next.read(undefined, 50).catch(() => []))).not.toContain('');
    expect(recordsOf(await next.read(undefined, 50))).toEqual(numbered(30));
  });
});

describe('a row that stays unreadable without being too big', () => {
  async function withDamagedRow() {
    const disk = createFakeDisk();
    const store = await queueOf(disk.storage(), numbered(90));
    const keys = [...disk.values.keys()].sort();
    for (const key of keys.slice(0, 60)) disk.damaged.add(key);
    return { disk, store };
  }

  test('is passed over while it is first seen so, and does not hide the rows behind it', async () => {
    const { store } = await withDamagedRow();
    for (let pass = 1; pass <= 2; pass++)
      expect(recordsOf(await store.read(undefined, 50))).toEqual(numbered(90).slice(60));
    expect(await store.count()).toBe(90);
  });

  test('comes back empty in a later session, and leaves nothing behind', async () => {
    const { disk, store } = await withDamagedRow();
    await store.read(undefined, 200);
    const later = await openQueue(disk.storage());
    const read = await later.read(undefined, 200);
    expect(recordsOf(read)).toEqual([...Array(60).fill(''), ...numbered(90).slice(60)]);
    await later.ack(read.map(({ id }) => id));
    expect(disk.values.size).toBe(0);
  });
});

test('other keys of the app and other queues are left alone', async () => {
  const disk = createFakeDisk();
  disk.values.set('theme', 'dark').set('tributary.user-id', 'u-1');
  const store = await queueOf(disk.storage(), ['a']);
  await (await openQueue(disk.storage(), 'other')).append('b');
  expect(recordsOf(await store.read(undefined, 10))).toEqual(['a']);
  await store.ack((await store.read(undefined, 10)).map(({ id }) => id));
  expect([...disk.values.values()]).toEqual(['dark', 'u-1', 'b']);
});

test('a storage that fails as a whole is an error, not a queue of unreadable events', async () => {
  const disk = createFakeDisk();
  const store = await queueOf(disk.storage(), numbered(3));
  disk.broken = true;
  await expect(store.read(undefined, 10)).rejects.toThrow('disk is full');
  await expect(store.append('x')).rejects.toThrow('disk is full');
  await expect(store.ack(['x'])).rejects.toThrow('disk is full');
  disk.broken = false;
  expect(await store.count()).toBe(3);
  expect(recordsOf(await store.read(undefined, 10))).toEqual(numbered(3));
});

test('an app that ends at any call of the system keeps every promised event, once and in order', async () => {
  let ends = 0;
  for (let calls = 1; ; calls++) {
    const disk = createFakeDisk();
    disk.callsUntilEnd = calls;
    const promised: string[] = [];
    const acked: string[] = [];
    const run = async () => {
      const store = await openQueue(disk.storage());
      for (const record of numbered(6)) {
        await store.append(record);
        promised.push(record);
      }
      const read = await store.read(undefined, 3);
      acked.push(...recordsOf(read));
      await store.ack(read.map(({ id }) => id));
      await store.append('last');
      promised.push('last');
      return 'survived';
    };
    const survived = await Promise.race([run(), new Promise((resolve) => setTimeout(resolve, 5))]);
    disk.callsUntilEnd = Number.POSITIVE_INFINITY;
    const left = recordsOf(await (await openQueue(disk.storage())).read(undefined, 100));
    const sorted = [...numbered(6), 'last'].filter((record) => left.includes(record));
    expect(left).toEqual(sorted);
    // What was promised is there unless its removal had begun.
    expect(left).toEqual(expect.arrayContaining(promised.filter((record) => !acked.includes(record))));
    if (survived) break;
    ends++;
  }
  expect(ends).toBe(10);
});

test('two clients of one app overwrite nothing of each other', async () => {
  const disk = createFakeDisk();
  const [one, two] = await Promise.all([openQueue(disk.storage()), openQueue(disk.storage())]);
  await Promise.all([one.append('a'), two.append('b'), one.append('c'), two.append('d')]);
  const records = recordsOf(await (await openQueue(disk.storage())).read(undefined, 10));
  expect(records.toSorted()).toEqual(['a', 'b', 'c', 'd']);
});

test('a queue that is opened again has what is still being added to it from before', async () => {
  const disk = createFakeDisk();
  const storage = disk.storage();
  const queues = createAsyncStorageQueues(storage, randomBytes);
  const first = await queues('q');
  await first.append('before');
  const adding = first.append('meanwhile');
  const second = await queues('q');
  await adding;
  await second.append('after');
  expect(recordsOf(await second.read(undefined, 10))).toEqual(['before', 'meanwhile', 'after']);
  expect(await second.count()).toBe(3);

  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const late = createAsyncStorageQueues(
    { ...storage, setItem: async (key, value) => goesOn.then(() => storage.setItem(key, value)) },
    randomBytes,
  );
  const third = await late('q');
  const addingLate = third.append('late');
  const fourth = await late('q');
  goOn();
  await addingLate;
  expect(recordsOf(await fourth.read(undefined, 10))).toEqual(['before', 'meanwhile', 'after', 'late']);
});
