import { expect, test } from 'vitest';
import { createCountTrigger } from './count-trigger.ts';

test('a flush is asked for with every full batch, at the size in force', () => {
  const flushedAt: number[] = [];
  let batchSize = 3;
  let tracked = 0;
  const trigger = createCountTrigger(
    () => batchSize,
    () => flushedAt.push(tracked),
  );
  for (tracked = 1; tracked <= 7; tracked++) trigger.eventTracked();
  batchSize = 5;
  for (; tracked <= 12; tracked++) trigger.eventTracked();
  expect(flushedAt).toEqual([3, 6, 11]);
});
