import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const LIMITS = { atOnce: 2, waiting: 4, waitingPerHolder: 3 };

/** Enters the queue; `begun` has the holders in the order in which they began. */
function open(limits = LIMITS) {
  const queue = createFairQueue(limits);
  const begun: string[] = [];
  const releases: (() => void)[] = [];
  return {
    begun,
    enter(holder: string): boolean {
      const entering = queue.enter(holder);
      void entering?.then((release) => {
        begun.push(holder);
        releases.push(release);
      });
      return entering !== null;
    },
    /** Ends what began first. */
    async endFirst() {
      await new Promise(setImmediate);
      releases.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

test('of one holder, two run and three wait', () => {
  const { enter } = open();
  expect(Array.from({ length: 6 }, () => enter('a'))).toEqual([true, true, true, true, true, false]);
});

test('of all, four wait', () => {
  const { enter } = open();
  expect(['a', 'a', 'a', 'a', 'a', 'b', 'c'].map(enter)).toEqual([true, true, true, true, true, true, false]);
});

test('who has none running comes before those who have', async () => {
  const { enter, begun, endFirst } = open();
  for (const holder of ['a', 'a', 'a', 'a', 'b', 'b']) enter(holder);
  for (let n = 0; n < 6; n++) await endFirst();
  expect(begun).toEqual(['a', 'a', 'b', 'a', 'b', 'a']);
  expect(enter('c')).toBe(true);
});

test('what is ended twice is ended once', async () => {
  const queue = createFairQueue({ atOnce: 1, waiting: 9, waitingPerHolder: 9 });
  const release = await queue.enter('a');
  const next = queue.enter('b');
  release?.();
  release?.();
  (await next)?.();
  const last = await queue.enter('c');
  let isDone = false;
  void queue.enter('d')?.then(() => {
    isDone = true;
  });
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  last?.();
});
