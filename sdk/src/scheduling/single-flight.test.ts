import { expect, test } from 'vitest';
import { singleFlight } from './single-flight.ts';

/** A task whose runs end when the test ends them. */
function controlledTask() {
  const ends: ((error?: Error) => void)[] = [];
  const task = () =>
    new Promise<void>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()));
    });
  return { ends, run: singleFlight(task) };
}

test('calls during a run share one further run', async () => {
  const { ends, run } = controlledTask();
  const first = run();
  await expect.poll(() => ends.length).toBe(1);
  const [second, third] = [run(), run()];
  ends[0]?.();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await Promise.all([second, third]);
  expect(ends).toHaveLength(2);
});

test('a run that fails rejects only its own callers', async () => {
  const { ends, run } = controlledTask();
  const first = run();
  await expect.poll(() => ends.length).toBe(1);
  const second = run();
  ends[0]?.(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await second;
  const third = run();
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  await third;
});
