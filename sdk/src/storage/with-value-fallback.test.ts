import { beforeEach, expect, test } from 'vitest';
import { createLogger } from '../platform/logger.ts';
import type { KeyValueStore } from '../platform/platform.ts';
import { type ControlledDisk, createControlledDisk } from '../testing/controlled-store.ts';
import { type SafeValues, type ValueFallbackParts, withValueFallback } from './with-value-fallback.ts';

let disk: ControlledDisk;
let values: SafeValues;
let now: number;

const PARTS: ValueFallbackParts = {
  clock: { monotonic: () => now },
  timers: { after: () => () => {} },
  mayStore: () => true,
  log: createLogger(() => {}, {}),
};

beforeEach(() => {
  disk = createControlledDisk();
  now = 0;
  values = withValueFallback(disk.keyValues(), PARTS);
});

test('of two writes the later one counts, however long the first takes', async () => {
  disk.mode = 'hangs';
  const first = values.set('name', '1');
  await expect.poll(() => disk.operations).toBe(1);
  disk.mode = 'works';
  const second = values.set('name', '2');
  expect(await values.get('name')).toBe('2');
  disk.release();
  await Promise.all([first, second]);
  expect(disk.values.get('name')).toBe('2');
});

test('a retry waits for what is being stored', async () => {
  disk.mode = 'hangs';
  void values.set('name', '1');
  await expect.poll(() => disk.operations).toBe(1);
  disk.mode = 'works';
  const retried = values.retry();
  disk.release();
  await retried;
  expect(disk.values.get('name')).toBe('1');
  expect(disk.operations).toBe(1);
});

test('what could not be stored is known, and stored by a later retry', async () => {
  disk.mode = 'fails';
  await values.set('set', '1');
  expect(await values.setIfAbsent('absent', '2')).toBe('2');
  expect([await values.get('set'), await values.get('absent')]).toEqual(['1', '2']);
  expect(values.error()).toMatch(/ENOSPC/);
  disk.mode = 'works';
  now = 60_000;
  await values.retry();
  expect(Object.fromEntries(disk.values)).toEqual({ set: '1', absent: '2' });
  expect(values.error()).toBeUndefined();
});

test('the last retry does not wait for the end of a pause', async () => {
  disk.mode = 'fails';
  await values.set('name', '1');
  disk.mode = 'works';
  await values.retry();
  expect(disk.values.has('name')).toBe(false);
  await values.retry(true);
  expect(disk.values.get('name')).toBe('1');
});

test('on a full disk, a value that is there is not replaced', async () => {
  disk.values.set('name', 'stored');
  disk.mode = 'fails to write';
  expect(await values.setIfAbsent('name', 'new')).toBe('stored');
  expect(await values.setIfAbsent('name', 'new', (text) => text === 'valid')).toBe('new');
  expect(await values.get('name')).toBe('new');
});

test('one that can never be stored does not keep the others from being stored', async () => {
  const keyValues = disk.keyValues();
  const set: KeyValueStore['set'] = async (key, value) => {
    if (key === 'refused') throw new Error('no');
    await keyValues.set(key, value);
  };
  values = withValueFallback({ ...keyValues, set }, PARTS);
  await values.set('refused', '1');
  await values.set('choice', '1');
  for (let flush = 1; flush <= 2; flush++) {
    now += 60_000;
    await values.retry();
  }
  expect(Object.fromEntries(disk.values)).toEqual({ choice: '1' });
  expect(await values.get('refused')).toBe('1');
});
