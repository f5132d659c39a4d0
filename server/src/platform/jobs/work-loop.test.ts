import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWorkLoop, type WorkLoop } from './work-loop.ts';

const REST_MS = 1000;

let loop: WorkLoop;
let ring: () => void;
let subscribed: boolean;
let failures: unknown[];
let portions: number;
/** The results of the next portions; after the last one nothing more is waiting. */
let answers: (boolean | Error | Promise<boolean>)[];

beforeEach(() => {
  vi.useFakeTimers();
  failures = [];
  portions = 0;
  answers = [];
});
afterEach(async () => {
  await loop.stop();
  vi.useRealTimers();
});

function start(...given: typeof answers): Promise<unknown> {
  answers = given;
  loop = startWorkLoop({
    work: async () => {
      portions++;
      const answer = answers.shift() ?? false;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    restMs: REST_MS,
    onFailure: (error) => failures.push(error),
    subscribe: (listener) => {
      ring = listener;
      subscribed = true;
      return () => {
        subscribed = false;
      };
    },
  });
  return settled();
}

/** Runs everything that can run without time passing. */
const settled = () => vi.advanceTimersByTimeAsync(0);

test('works portion after portion while there is more', async () => {
  await start(true, true, false);
  expect(portions).toBe(3);
});

test('rests when nothing waits, and looks again after that', async () => {
  await start();
  await vi.advanceTimersByTimeAsync(REST_MS - 1);
  expect(portions).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(portions).toBe(2);
});

test('is woken from its rest by a ring, and by one that came while it worked', async () => {
  await start();
  ring();
  await settled();
  expect(portions).toBe(2);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  answers = [promise];
  ring();
  await settled();
  ring();
  resolve(false);
  await settled();
  expect(portions).toBe(4);
});

test('reports a failure, ignores every ring while it rests, and continues', async () => {
  await start(new Error('away'), true, false);
  expect(failures).toEqual([new Error('away')]);
  ring();
  await settled();
  expect(portions).toBe(1);
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(portions).toBe(3);
});

test('stops after the current portion, without another and without resting', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  await start(promise);
  let stopped = false;
  const stopping = loop.stop().then(() => {
    stopped = true;
  });
  await settled();
  expect([stopped, subscribed]).toEqual([false, false]);
  resolve(true);
  await stopping;
  expect(portions).toBe(1);
});

test.each([[[]], [[new Error('away')]]])('stops at once while it rests (%#)', async (given) => {
  await start(...given);
  await loop.stop();
  expect(portions).toBe(1);
});
