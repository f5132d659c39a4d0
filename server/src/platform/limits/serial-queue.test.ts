import { expect, test } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

test('work of one key runs one after the other, and that of another beside it', async () => {
  const queue = createSerialQueue<string>();
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const begin = (key: string, name: string, end = Promise.resolve()) =>
    queue.run(key, () => {
      begun.push(name);
      return end;
    });
  const all = [begin('a', 'a1', first.promise), begin('a', 'a2'), begin('b', 'b1')];
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'b1']);
  first.resolve();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('what fails is told to its caller alone', async () => {
  const queue = createSerialQueue<string>();
  const failed = queue.run('a', () => Promise.reject(new Error('lost')));
  const next = queue.run('a', async () => 'done');
  await expect(failed).rejects.toThrow('lost');
  expect(await next).toBe('done');
});
