import { expect, test } from 'vitest';
import { createCountTrigger } from './count-trigger.ts';

test('every full batch triggers a flush, at the current batch size', () => {
  const flushedAt: number[] = [];
  let batchSize = 3;
  let tracked = 0;
  const trigger = createCountTrigger(
    () => batchSize,
    () => flushedAt.push(tracked),
  );
  for (tracked = 1; tracked <= 7; tracked++) trigger();
  batchSize = 5;
  for (; tracked <= 12; tracked++) trigger();
  expect(flushedAt).toEqual([3, 6, 11]);
});
