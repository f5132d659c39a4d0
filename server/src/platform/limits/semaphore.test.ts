import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const open = () => createSemaphore({ inAll: 3, perHolder: 2 });

test('a holder has no more permits than its own, and all have no more than there are', () => {
  const semaphore = open();
  const answers = ['a', 'a', 'a', 'b', 'b'].map((holder) => semaphore.tryAcquire(holder));
  const permit = expect.any(Function);
  expect(answers).toEqual([permit, permit, 'holder', permit, 'all']);
  expect(['a', 'b'].map(semaphore.heldBy)).toEqual([2, 1]);
});

test('a permit that is given back twice is given back once', () => {
  const semaphore = open();
  const release = semaphore.tryAcquire('a');
  semaphore.tryAcquire('a');
  if (typeof release === 'string') throw new Error('there was a permit');
  release();
  release();
  expect(semaphore.heldBy('a')).toBe(1);
});
