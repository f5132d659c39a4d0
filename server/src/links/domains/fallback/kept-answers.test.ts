import { expect, test } from 'vitest';
import { createKeptAnswers } from './kept-answers.ts';

const answer = (to: string | null) => ({ to, until: 1 });
const known = (kept: ReturnType<typeof createKeptAnswers>, domainId: string, keys: readonly string[]) =>
  keys.filter((key) => kept.find(domainId, key) !== undefined);

test('a domain of which much is asked loses its own answers, and nobody else theirs', () => {
  const kept = createKeptAnswers(10);
  for (const key of ['a', 'b', 'c', 'd']) kept.keep('quiet', key, answer('https://shop.example/'));
  for (let n = 0; n < 50; n++) kept.keep('busy', `${n}`, answer('https://x.example/'));
  expect(known(kept, 'quiet', ['a', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd']);
  const all = Array.from({ length: 50 }, (_, n) => `${n}`);
  expect(known(kept, 'busy', all)).toEqual(['44', '45', '46', '47', '48', '49']);
});

test('paths that the old service does not know go before those that it knows', () => {
  const kept = createKeptAnswers(10);
  kept.keep('one', 'known', answer('https://shop.example/'));
  for (let n = 0; n < 50; n++) kept.keep('one', `${n}`, answer(null));
  expect(kept.find('one', 'known')).toEqual(answer('https://shop.example/'));
  expect(kept.find('one', '40')).toBeUndefined();
  expect(kept.find('one', '49')).toEqual(answer(null));
});

test('an answer that changes takes the place of the one before', () => {
  const kept = createKeptAnswers(2);
  kept.keep('one', 'a', answer(null));
  kept.keep('one', 'a', answer('https://shop.example/'));
  kept.keep('two', 'a', answer(null));
  expect([kept.find('one', 'a')?.to, kept.find('two', 'a')?.to]).toEqual(['https://shop.example/', null]);
});

test('the last of the largest is dropped where all have one', () => {
  const kept = createKeptAnswers(3);
  for (const domainId of ['a', 'b', 'c', 'd']) kept.keep(domainId, 'x', answer(null));
  expect(['a', 'b', 'c', 'd'].filter((domainId) => kept.find(domainId, 'x'))).toEqual(['b', 'c', 'd']);
});
