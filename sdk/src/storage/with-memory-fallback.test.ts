import { beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import { type ControlledDisk, createControlledDisk, type StorageMode } from '../testing/controlled-store.ts';
import { type EventQueue, MAX_IN_MEMORY, withMemoryFallback } from './with-memory-fallback.ts';

let disk: ControlledDisk;
let queue: EventQueue;
let now: number;
let deadlines: Set<() => void>;
let log: string[];
let dropped: number;

beforeEach(() => {
  disk = createControlledDisk();
  now = 0;
  deadlines = new Set();
  log = [];
  dropped = 0;
  queue = withMemoryFallback({
    clock: { monotonic: () => now },
    timers: {
      after(_delayMs, run) {
        deadlines.add(run);
        return () => deadlines.delete(run);
      },
    },
    mayStore: () => true,
    log: createLogger((_level, message) => log.push(message), { logLevel: 'ERROR' }),
    open: disk.open,
    limit: () => 10_000,
    onDrop: (count) => {
      dropped += count;
    },
  });
});

/** The result, with every deadline passed as soon as it is set. */
async function late<Result>(promise: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => {
    for (const run of [...deadlines]) run();
  }, 1);
  return promise.finally(() => clearInterval(timer));
}

const texts = async () => (await queue.read(undefined, 100_000)).map(({ record }) => record);

describe.each<StorageMode>(['fails', 'fails to write', 'hangs'])('on a storage that %s', (mode) => {
  test('events stay in memory, are read, and move to disk in order when it works again', async () => {
    disk.mode = mode;
    expect(await late(queue.append('1'))).toBe(false);
    expect(await late(queue.append('2'))).toBe(false);
    expect(await late(texts())).toEqual(['1', '2']);
    expect(queue.inMemory()).toBe(2);
    expect(queue.error()).toBeDefined();

    disk.mode = 'works';
    now = 60_000;
    expect(await queue.append('3')).toBe(false);
    expect(await texts()).toEqual(['1', '2', '3']);
    expect([...disk.records.values()]).toEqual(['1', '2', '3']);
    expect(queue.inMemory()).toBe(0);
    expect(queue.error()).toBeUndefined();
    expect(log).toEqual([expect.stringMatching(/events stay in memory/), 'events work again']);
  });

  test('what was stored before is sent, or waits for a storage that can be read', async () => {
    await queue.append('1');
    disk.mode = mode;
    await late(queue.append('2'));
    expect(await late(texts())).toEqual(mode === 'fails to write' ? ['1', '2'] : ['2']);
    disk.mode = 'works';
    now = 60_000;
    expect(await texts()).toEqual(['1', '2']);
  });

  test('it is not tried again before a pause has passed', async () => {
    disk.mode = mode;
    await late(queue.append('1'));
    const { operations } = disk;
    now = 999;
    await queue.append('2');
    expect(disk.operations).toBe(operations);
    now = 1000;
    await late(queue.append('3'));
    expect(disk.operations).toBeGreaterThan(operations);
  });
});

test('a storage that was deleted is reopened, and no event goes through memory', async () => {
  await queue.append('1');
  disk.deleted = true;
  expect(await queue.append('2')).toBe(true);
  expect(disk.opened).toBe(2);
  expect(log).toEqual([]);
});

test('an append that ends after its deadline leaves the event on disk only', async () => {
  await queue.append('1');
  disk.mode = 'hangs';
  expect(await late(queue.append('2'))).toBe(false);
  disk.mode = 'works';
  disk.release();
  await expect.poll(() => queue.inMemory()).toBe(0);
  now = 60_000;
  expect(await texts()).toEqual(['1', '2']);
});

test('events that are being sent stay in memory, where their ids are known', async () => {
  disk.mode = 'fails';
  await queue.append('1');
  const [sending] = await queue.read(undefined, 10);
  disk.mode = 'works';
  now = 60_000;
  await queue.append('2');
  expect([...disk.records.values()]).toEqual([]);
  expect(await queue.ack([sending?.id ?? ''])).toBe(true);
  expect(await texts()).toEqual(['2']);
  expect([...disk.records.values()]).toEqual(['2']);
});

test('at the end, all events in memory are stored if they can be, even those of the last pass', async () => {
  disk.mode = 'fails';
  await queue.append('1');
  await queue.read(undefined, 10);
  await queue.append('2');
  disk.mode = 'works';
  await queue.close();
  expect([...disk.records.values()]).toEqual(['1', '2']);
});

test('an event that moves to disk during a pass is read by that pass', async () => {
  disk.mode = 'fails';
  for (const record of ['1', '2', '3']) await queue.append(record);
  const [first] = await queue.read(undefined, 1);
  disk.mode = 'works';
  now = 60_000;
  await queue.append('4');
  expect((await queue.read(first?.id, 10)).map(({ record }) => record).sort()).toEqual(['2', '3', '4']);
});

test('an ack that cannot be written is reported, so that the event is not sent again', async () => {
  await queue.append('1');
  const [first] = await queue.read(undefined, 10);
  disk.mode = 'fails to write';
  expect(await queue.ack([first?.id ?? ''])).toBe(false);
});

test.each([
  [MAX_IN_MEMORY - 1, 0],
  [MAX_IN_MEMORY, 0],
  [MAX_IN_MEMORY + 1, 1],
])('of %i events in memory, the oldest %i are dropped', async (count, expected) => {
  disk.mode = 'fails';
  for (let at = 0; at < count; at++) await queue.append(String(at));
  expect(dropped).toBe(expected);
  expect((await texts())[0]).toBe(String(expected));
  expect(await queue.count()).toBe(count - expected);
});

test('a large event in memory makes as many leave as their size demands', async () => {
  disk.mode = 'fails';
  const lengthOf = (mib: number) => 'x'.repeat(mib * 1024 * 1024);
  for (const mib of [1, 1, 1, 3]) await queue.append(lengthOf(mib));
  expect(dropped).toBe(2);
  expect((await texts()).map((text) => text.length)).toEqual([1, 3].map((mib) => lengthOf(mib).length));
});

test('large events in memory are limited by their size', async () => {
  disk.mode = 'fails';
  const large = 'x'.repeat(1024 * 1024);
  for (let at = 0; at < 5; at++) await queue.append(at + large);
  expect(dropped).toBe(2);
  expect((await texts()).map((text) => text[0])).toEqual(['2', '3', '4']);
});
