import { expect, test } from 'vitest';
import { paramIn, readVisitParams } from './read-visit-params.ts';

test.each([
  ['gclid=abc&utm_source=x', 'abc'],
  ['utm_source=x&gclid=abc', 'abc'],
  ['utm_source%3Dx%26gclid%3Dabc', 'abc'],
  ['gclid=', null],
  ['utm_source=x', null],
  ['%E0%A4%A', null],
  [`gclid=${'x'.repeat(500)}`, 'x'.repeat(500)],
  [`gclid=${'x'.repeat(501)}`, null],
  [null, null],
])('the gclid of the referrer %j', (referrer, expected) => {
  expect(paramIn(referrer, 'gclid')).toBe(expected);
});

test.each([
  ['{"gclid":"abc"}', 'abc'],
  ['{"gclid":""}', undefined],
  ['{"gclid":1}', undefined],
  ['[]', undefined],
  ['null', undefined],
  [null, undefined],
])('the gclid of the visit %j', (params, expected) => {
  expect(readVisitParams(params).get('gclid')).toBe(expected);
});
