import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWaitAtMost } from './wait-at-most.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<void>(() => {});

/** The names of the waits, in the order in which they ended. */
function watch(waits: Record<string, Promise<void>>): string[] {
  const ended: string[] = [];
  for (const [name, wait] of Object.entries(waits)) void wait.then(() => ended.push(name));
  return ended;
}

test('waits for work that ends in time, and no longer', async () => {
  const atMost = createWaitAtMost(250);
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = watch({ quick: atMost(promise) });
  await vi.advanceTimersByTimeAsync(100);
  expect(ended).toEqual([]);
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['quick']);
});

test('gives each wait its time, and leaves no timer behind', async () => {
  const atMost = createWaitAtMost(250);
  const first = watch({ first: atMost(never), done: atMost(Promise.resolve()) });
  await vi.advanceTimersByTimeAsync(100);
  const second = watch({ second: atMost(never) });
  await vi.advanceTimersByTimeAsync(149);
  expect(first).toEqual(['done']);
  await vi.advanceTimersByTimeAsync(26);
  expect([first, second]).toEqual([['done', 'first'], []]);
  await vi.advanceTimersByTimeAsync(100);
  expect(second).toEqual(['second']);
  expect(vi.getTimerCount()).toBe(0);
});
