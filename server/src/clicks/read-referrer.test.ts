import { expect, test } from 'vitest';
import { cpuTime } from '../testing/costs/cpu-time.ts';
import { readReferrer } from './read-referrer.ts';

const CLICK = '0b7e3a58-6a67-4c0a-9a40-1f2f5d1f7a11';

test.each([
  ['a referrer of ours', `service_click_id=${CLICK}`],
  ['one among others', `utm_source=news&service_click_id=${CLICK}&utm_medium=mail`],
  ['one that is still encoded', `utm_source%3Dnews%26service_click_id%3D${CLICK}`],
  ['one in capitals', `service_click_id=${CLICK.toUpperCase()}`],
  ['a URL that opened the app', `https://app.example.com/open?service_click_id=${CLICK}`],
  ['a URL with a fragment', `https://app.example.com/open?service_click_id=${CLICK}#top`],
  ['a URL with a fragment between', `https://app.example.com/open?service_click_id=${CLICK}#/a?b=c&d=e`],
  ['a URL with a fragment that is encoded', `https://app.example.com/?service_click_id=${CLICK}%23top`],
  ['an encoded URL with a fragment', encodeURIComponent(`https://a.example/?service_click_id=${CLICK}#top`)],
  ['the fragment of a URL', `https://app.example.com/open#service_click_id=${CLICK}`],
  ['a query in the fragment of a URL', `https://app.example.com/#/open?service_click_id=${CLICK}`],
  [
    'the query of a URL before its fragment',
    `https://a.example/?service_click_id=${CLICK}#service_click_id=7`,
  ],
  [
    'a URL of the store',
    `https://play.google.com/store/apps/details?id=a.b&referrer=service_click_id%3D${CLICK}`,
  ],
])('finds the click in %s', (_what, text) => {
  expect(readReferrer(text).clickId).toBe(CLICK);
});

test.each([
  ['nothing', ''],
  ['something else', 'utm_source=google-play&utm_medium=organic'],
  ['no UUID', 'service_click_id=17'],
  ['a UUID of another version', 'service_click_id=0b7e3a58-6a67-1c0a-9a40-1f2f5d1f7a11'],
  ['broken encoding', '%E0%A4%A'],
  ['a referrer in itself', 'referrer=referrer%3Dreferrer'],
  ['the URL of another parameter', `utm_source=a&next=https://b.example/?service_click_id=${CLICK}`],
  [
    'the URL of another parameter, encoded',
    `next=${encodeURIComponent(`https://b.example/?service_click_id=${CLICK}`)}`,
  ],
  ['the URL in a URL', `https://a.example/open?next=https://b.example/?service_click_id=${CLICK}`],
  ['JSON', `{"url":"https://b.example/?service_click_id=${CLICK}&x=1"}`],
  [
    'JSON that is encoded',
    encodeURIComponent(`{"url":"https://b.example/?a=1&service_click_id=${CLICK}&x=1"}`),
  ],
  ['the JSON of a parameter', `data=${encodeURIComponent(`{"u":"x?service_click_id=${CLICK}&b=1"}`)}`],
  ['the JSON of a parameter, not encoded', `data={"u":"x?service_click_id=${CLICK}"}&utm_source=a`],
])('finds no click in %s', (_what, text) => {
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
