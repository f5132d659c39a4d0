import { expect, test } from 'vitest';
import { createControlledDisk } from '../testing/controlled-store.ts';
import { withSizeLimit } from './with-size-limit.ts';

async function openLimited(limit: number) {
  const disk = createControlledDisk();
  const drops: number[] = [];
  const store = await withSizeLimit(
    await disk.open(),
    () => limit,
    (count) => drops.push(count),
  );
  const append = async (from: number, to: number) => {
    for (let at = from; at <= to; at++) await store.append(String(at));
  };
  const dropped = () => drops.reduce((sum, count) => sum + count, 0);
  return { disk, store, append, dropped };
}

test.each([
  [249, 1],
  [250, 1],
  [251, 2],
  [250 + 100, 101],
  [250 + 101, 102],
  [777, 528],
])('of %i records, a queue of 250 has number %i as its oldest', async (count, oldest) => {
  const { store, append, dropped } = await openLimited(250);
  await append(1, count);
  expect((await store.read(undefined, 1000)).map(({ record }) => Number(record))).toEqual(
    Array.from({ length: count - oldest + 1 }, (_, at) => oldest + at),
  );
  expect(await store.count()).toBe(count - oldest + 1);
  expect(dropped()).toBe(oldest - 1);
});

test('at its limit, an append costs hardly more operations than below it', async () => {
  const { disk, append } = await openLimited(1000);
  await append(1, 1000);
  const before = disk.operations;
  await append(1001, 2000);
  expect(disk.operations - before).toBeLessThanOrEqual(1000 + 4 * 10);
});

test('what is acked makes room', async () => {
  const { store, append, dropped } = await openLimited(250);
  await append(1, 260);
  const page = await store.read(undefined, 50);
  await store.ack(page.map(({ id }) => id));
  await append(261, 310);
  expect(await store.count()).toBe(250);
  expect(dropped()).toBe(10);
  await append(311, 311);
  expect((await store.read(undefined, 1))[0]?.record).toBe('62');
});

test('a store that is already beyond its limit is brought back to it by the first append', async () => {
  const disk = createControlledDisk();
  for (let at = 1; at <= 20; at++) disk.records.set(at, String(at));
  const store = await withSizeLimit(
    await disk.open(),
    () => 5,
    () => {},
  );
  await store.append('21');
  expect((await store.read(undefined, 9)).map(({ record }) => record)).toEqual([
    '17',
    '18',
    '19',
    '20',
    '21',
  ]);
});

test('on a full disk, the queue can be read', async () => {
  const { disk, store, append } = await openLimited(5);
  await append(1, 7);
  disk.mode = 'fails to write';
  expect((await store.read(undefined, 9)).map(({ record }) => record)).toEqual(
    expect.arrayContaining(['3', '4', '5', '6', '7']),
  );
});
