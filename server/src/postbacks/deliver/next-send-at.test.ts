import { expect, test } from 'vitest';
import { nextSendAt } from './next-send-at.ts';

test.each([
  [1, 60],
  [2, 120],
  [3, 300],
  [4, 600],
])('after send %i it is %i s to the next', (sends, seconds) => {
  expect(nextSendAt(sends, 5_000)).toBe(5_000 + seconds * 1000);
});

test('the fifth send is the last', () => {
  expect(nextSendAt(5, 5_000)).toBeNull();
});
