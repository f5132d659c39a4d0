import { expect, test } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

const LIMITS = { atOnce: 2, waiting: 4, waitingPerPerson: 3 };

/** Asks for turns; `begun` has the persons in the order in which they got them. */
function open(limits = LIMITS) {
  const turns = createFairTurns(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    ask(person: string): boolean {
      const turn = turns.take(person);
      void turn?.then((end) => {
        begun.push(person);
        ends.push(end);
      });
      return turn !== null;
    },
    /** Ends the turn that began first. */
    async end() {
      await new Promise(setImmediate);
      ends.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

test('of one person, two run and three wait', () => {
  const { ask } = open();
  expect(Array.from({ length: 6 }, () => ask('a'))).toEqual([true, true, true, true, true, false]);
});

test('of all, four wait', () => {
  const { ask } = open();
  expect(['a', 'a', 'a', 'a', 'a', 'b', 'c'].map(ask)).toEqual([true, true, true, true, true, true, false]);
});

test('who has none running comes before those who have', async () => {
  const { ask, begun, end } = open();
  for (const person of ['a', 'a', 'a', 'a', 'b', 'b']) ask(person);
  for (let turn = 0; turn < 6; turn++) await end();
  expect(begun).toEqual(['a', 'a', 'b', 'a', 'b', 'a']);
  expect(ask('c')).toBe(true);
});

test('a turn that is ended twice is ended once', async () => {
  const turns = createFairTurns({ atOnce: 1, waiting: 9, waitingPerPerson: 9 });
  const end = await turns.take('a');
  const next = turns.take('b');
  end?.();
  end?.();
  (await next)?.();
  const last = await turns.take('c');
  let isDone = false;
  void turns.take('d')?.then(() => {
    isDone = true;
  });
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  last?.();
});
