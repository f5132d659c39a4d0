import { describe, expect, test } from 'vitest';
import { fraudSettings } from '../attribution/fraud/fraud-settings.ts';
import type { ReviewFacts } from './fraud-facts.ts';
import type { FraudRuleName } from './fraud-rules.ts';
import { judgeAtDecision } from './judge-fraud.ts';
import { abroadWith, DAY, DECIDED, farmOf, firing, firingInReview, NOW } from './testing/judged-installs.ts';

test('an honest install has no flags, at its decision or later', () => {
  expect(firing({})).toEqual([]);
  expect(firingInReview({})).toEqual([]);
});

const inReview: [FraudRuleName, string, Partial<ReviewFacts>, boolean][] = [
  ['integrity_missing', 'still no token', { tokenMissing: true, tokenSeen: false }, true],
  ['integrity_missing', 'a later token', { tokenMissing: true, tokenSeen: true }, false],
  ['integrity_missing', 'a device without a key', { tokenMissing: true, tokenSeen: null }, false],
  ['integrity_missing', 'a token, or none expected', { tokenMissing: false, tokenSeen: false }, false],
  ['device_farm', 'neighbours that came later', farmOf(4), true],
  ['duplicate_install', 'repeats that came later', { deviceInstalls: 4 }, true],
  [
    'click_flooding',
    'clicks that came later',
    { click: { clickedAt: NOW - DAY }, sourceTraffic: { clicks: 500, installs: 1 } },
    true,
  ],
  ['geo_or_clock_mismatch', 'more of the link that came later', abroadWith(3), true],
  ['click_injection', 'settled with the decision', { click: { clickedAt: NOW - 1000 } }, false],
];

test.each(inReview)('%s, in review: %s', (rule, _what, facts, fires) => {
  expect(firingInReview(facts).includes(rule)).toBe(fires);
});

describe('an app sets', () => {
  const farm = farmOf(4);

  test.each([
    ['a threshold of its own', { device_farm: { min_devices: 5 } }, []],
    ['a rule off', { device_farm: { enabled: false } }, []],
    ['a rule on again', { device_farm: { enabled: true } }, ['device_farm']],
    ['a threshold that is no number', { device_farm: { min_devices: 'many' } }, ['device_farm']],
    ['a threshold beyond its range', { device_farm: { min_devices: 1e9 } }, ['device_farm']],
    ['a negative threshold', { device_farm: { min_devices: -1 } }, ['device_farm']],
    ['a threshold that the rule has not', { device_farm: { min_cats: 5 } }, ['device_farm']],
    ['nonsense', 'strict', ['device_farm']],
  ])('%s', (_what, fraud, expected) => {
    expect(firing(farm, fraudSettings({ fraud }).rules)).toEqual(expected);
  });
});

test('a flag carries the version of its rule, its score and what made it fire', () => {
  expect(judgeAtDecision({ ...DECIDED, deviceInstalls: 6 }, {})).toEqual([
    { rule: 'duplicate_install', version: 1, score: 75, signals: { installs: 6 } },
  ]);
});
