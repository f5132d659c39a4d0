import { CLICK, NAMES_CLICK, NAMES_NO_CLICK } from '@tributary/sdk/wire/test-data/click-cases';
import { expect, test } from 'vitest';
import { cpuTime } from '../../testing/costs/cpu-time.ts';
import { readReferrer } from './read-referrer.ts';

test.each([
  ...NAMES_CLICK,
  ['one that is still encoded', `utm_source%3Dnews%26service_click_id%3D${CLICK}`],
  ['a URL with a fragment that is encoded', `https://app.example.com/?service_click_id=${CLICK}%23top`],
  ['an encoded URL with a fragment', encodeURIComponent(`https://a.example/?service_click_id=${CLICK}#top`)],
  [
    'a URL of the store',
    `https://play.google.com/store/apps/details?id=a.b&referrer=service_click_id%3D${CLICK}`,
  ],
])('finds the click in %s', (_what, text) => {
  expect(readReferrer(text).clickId).toBe(CLICK);
});

test.each(NAMES_NO_CLICK)('finds no click in %s', (_what, text) => {
  expect(readReferrer(text).clickId).toBeNull();
});

test.each([
  ['utm_source=google-play&utm_medium=organic', true],
  ['utm_source%3Dgoogle-play%26utm_medium%3Dorganic', true],
  ['utm_source=(not%20set)&utm_medium=(not%20set)', false],
  [`service_click_id=${CLICK}`, false],
])('reads whether the store calls %s organic', (text, organic) => {
  expect(readReferrer(text).isOrganic).toBe(organic);
});

test.each([
  ['utm_source=(not%20set)&utm_medium=(not%20set)', true],
  ['utm_source=%28not%20set%29&utm_medium=%28not+set%29', true],
  ['utm_source%3D(not%2520set)%26utm_medium%3D(not%2520set)', true],
  ['utm_source=news&utm_medium=(not%20set)', false],
  ['utm_source=google-play&utm_medium=organic', false],
])('reads whether the store knows no source in %s', (text, unset) => {
  expect(readReferrer(text).isUnset).toBe(unset);
});

/** Referrers nested in each other, with the click in the innermost. */
function nested(levels: number): string {
  let text = `service_click_id=${CLICK}`;
  for (let level = 1; level < levels; level++) text = `referrer=${encodeURIComponent(text)}`;
  return text;
}

test.each([
  [3, CLICK],
  [4, CLICK],
  [5, null],
  [6, null],
])('reads referrers in one another, up to 4: of %i it finds %s', (levels, click) => {
  expect(readReferrer(nested(levels)).clickId).toBe(click);
});

test.each([
  ['that repeat themselves', 'referrer='.repeat(900)],
  ['that end in percent signs', `${'referrer='.repeat(900)}${'%25'.repeat(30)}`],
  ['that are encoded', encodeURIComponent('referrer='.repeat(700))],
])('takes no longer for 900 referrers %s than for one', (_what, text) => {
  const taken = cpuTime(() => {
    for (let i = 0; i < 200; i++) expect(readReferrer(text.slice(0, 8192)).clickId).toBeNull();
  });
  expect(taken).toBeLessThan(1000);
});
