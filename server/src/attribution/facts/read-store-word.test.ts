import { expect, test } from 'vitest';
import { install, NOW, referred } from '../testing/decision-facts.ts';
import type { InstallFacts, StoreWord } from './install-facts.ts';
import { readStoreWord, withoutReferrer } from './read-store-word.ts';

const organic = { clickId: null, isOrganic: true, isUnset: false };
const unset = { clickId: null, isOrganic: false, isUnset: true };
const another = { clickId: null, isOrganic: false, isUnset: false };

test.each<[string, Partial<InstallFacts>, boolean, StoreWord]>([
  ['that no one referred it', { referrer: organic, installBeganAt: NOW }, true, 'organic'],
  ['another referrer', { referrer: another, installBeganAt: NOW }, true, 'unknown'],
  ['that it knows no source', { referrer: unset }, false, 'began'],
  ['only when it began', { installBeganAt: NOW }, false, 'began'],
  ['nothing, where the app passes on what it says', {}, true, 'silent'],
  ['nothing, where the app never does', {}, false, 'unknown'],
  ['nothing, where no store would', { osName: 'iOS' }, true, 'unknown'],
  ['nothing, of an unknown system', { osName: null }, true, 'unknown'],
])('the store says %s', (_what, facts, passesOn, word) => {
  expect(readStoreWord(install(facts), passesOn)).toBe(word);
});

test('without its referrer an install of the store is one that it began', () => {
  expect(withoutReferrer({ ...referred, installBeganAt: NOW })).toMatchObject({
    referrer: null,
    storeWord: 'began',
  });
  expect(withoutReferrer(referred)).toMatchObject({ referrer: null, storeWord: 'silent' });
});
