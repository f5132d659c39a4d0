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

describe('the room that a queue takes', () => {
  const bytesOf = (disk: ReturnType<typeof createFakeDisk>) =>
    [...disk.values].reduce((sum, [key, value]) => sum + key.length + Buffer.byteLength(value), 0);

  test.each([
    ['by default 3 MB', undefined, 3 * 1024 * 1024],
    ['what the app says', 100_000, 100_000],
    ['by default 3 MB if that is no size', Number.NaN, 3 * 1024 * 1024],
  ])('is limited: %s; the oldest events make room', async (_name, given, most) => {
    const disk = createFakeDisk();
    let dropped = 0;
    const store = await createAsyncStorageQueues(disk.storage(), randomBytes)('q', given, (count) => {
      dropped += count;
    });
    // Too large to be put together with others.
    const records = Array.from({ length: 1200 }, (_, n) => `${n} ${'₦'.repeat(1400)}`);
    for (const record of records) await store.append(record);
    expect(bytesOf(disk)).toBeLessThanOrEqual(most);
    expect(bytesOf(disk)).toBeGreaterThan(most * 0.9);
    expect(dropped).toBe(1200 - disk.values.size);
    const kept = records.slice(dropped);
    expect(recordsOf(await store.read(undefined, 1))).toEqual(kept.slice(0, 1));
    expect(recordsOf(await (await openQueue(disk.storage())).read(undefined, 1))).toEqual(kept.slice(0, 1));
    expect(await store.count()).toBe(kept.length);
  });
});

test('reads are bounded: a few rows at a time, and no more once half a megabyte has been read', async () => {
  const disk = createFakeDisk();
  const large = 'x'.repeat(250 * 1024);
  const store = await createAsyncStorageQueues(disk.storage(), randomBytes)('q', 1e9);
  for (let n = 1; n <= 60; n++) await store.append(large);
  disk.calls = [];
  const read = await store.read(undefined, 50);
  expect(read).toHaveLength(10);
  expect(disk.calls).toEqual(['getMany 10']);
  // The rest follows.
  expect(await store.read(read.at(-1)?.id, 50)).toHaveLength(10);
});

test('what is as large as an event may be fits into a row that Android can read', async () => {
  const disk = createFakeDisk();
  await queueOf(disk.storage(), ['😀'.repeat(256 * 256)]);
  expect(await (await openQueue(disk.storage())).read(undefined, 1)).toHaveLength(1);
});

test('many removals are made in pieces', async () => {
  const disk = createFakeDisk();
  const large = numbered(450).map((record) => record.padEnd(5000));
  const store = await queueOf(disk.storage(2), large);
  const all = [];
  for (let page = await store.read(undefined, 200); page.length > 0; ) {
    all.push(...page);
    page = await store.read(page.at(-1)?.id, 200);
  }
  disk.calls = [];
  await store.ack(all.map(({ id }) => id));
  expect(disk.calls).toEqual(['multiRemove 200', 'multiRemove 200', 'multiRemove 50']);
  expect(await store.count()).toBe(0);
});
