import { randomFor } from '@tributary/server/testing/random';
import { expect, test } from 'vitest';
import { TimeQueue } from './time-queue.ts';

test('what is held comes out in order of time, and of two at one time the earlier one first', () => {
  const random = randomFor('queue');
  const queue = new TimeQueue<{ at: number; order: number }>();
  const items = Array.from({ length: 500 }, (_, order) => ({ at: random.integer(0, 60), order }));
  for (const item of items) queue.push(item);
  const sorted = items.toSorted((a, b) => a.at - b.at || a.order - b.order);
  expect([...queue.before(61)]).toEqual(sorted);
  expect(queue.size).toBe(0);
});

test('what is at or after the given time stays', () => {
  const queue = new TimeQueue<{ at: number }>();
  for (const at of [5, 3, 9, 7]) queue.push({ at });
  expect([...queue.before(7)].map(({ at }) => at)).toEqual([3, 5]);
  queue.push({ at: 6 });
  expect([...queue.before(100)].map(({ at }) => at)).toEqual([6, 7, 9]);
});
