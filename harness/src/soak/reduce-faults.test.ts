import { expect, test } from 'vitest';
import { reduceFaults } from './reduce-faults.ts';

const TWENTY = Array.from({ length: 20 }, (_, at) => at);

test.each([
  ['one fault', [7]],
  ['two that are far apart', [0, 19]],
  ['three', [3, 4, 11]],
  ['all of them', TWENTY],
])('leaves %s of twenty, if those make it fail', async (_name, causes) => {
  const runs: number[] = [];
  const left = await reduceFaults(TWENTY, async (part) => {
    runs.push(part.length);
    return causes.every((cause) => part.includes(cause));
  });
  expect(left).toEqual(causes);
  expect(runs.length).toBeLessThan(500);
});

test('leaves none if it fails without any', async () => {
  expect(await reduceFaults(TWENTY, async () => true)).toEqual([]);
});
