import { expect, test } from 'vitest';
import { cpuTime } from '../testing/costs/cpu-time.ts';
import { isStoreUrl } from './store-url.ts';

test.each([
  ['market://details?id=a.b', true],
  ['https://play.google.com/store/apps/details?id=a.b', true],
  ['https://play.google.com/store/apps/details/?id=a.b', true],
  ['https://play.google.com/store/apps/details///', true],
  ['https://play.google.com/store/apps/details/x', false],
  ['https://play.google.com/store/apps/detailsx', false],
  ['https://play.google.com/store/apps', false],
  ['https://example.com/store/apps/details?id=a.b', false],
  ['no URL', false],
])('recognises whether %s is a page of the store', (url, isStore) => {
  expect(isStoreUrl(url)).toBe(isStore);
});

test('takes no longer for a path of slashes', () => {
  const url = `https://play.google.com${'/'.repeat(2000)}x`;
  const taken = cpuTime(() => {
    for (let i = 0; i < 2000; i++) expect(isStoreUrl(url)).toBe(false);
  });
  expect(taken).toBeLessThan(1500);
});
