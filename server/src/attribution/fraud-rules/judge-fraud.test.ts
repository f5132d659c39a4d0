import { describe, expect, test } from 'vitest';
import type { FraudRuleName } from '../../apps/fraud-thresholds.ts';
import type { FraudFacts } from './fraud-facts.ts';
import { DEFAULT_FRAUD_SETTINGS, fraudSettings } from './fraud-settings.ts';
import { judgeFraud } from './judge-fraud.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** An install that no rule minds: followed a link two minutes before, on a phone. */
const HONEST: FraudFacts = {
  installedAt: NOW,
  receivedAt: NOW + 5 * SECOND,
  click: { clickedAt: NOW - 120 * SECOND, namedByStore: false, cameBack: false },
  installBeganAt: NOW - 90 * SECOND,
  deviceModel: 'SM-A155F',
  userAgent: 'Dalvik/2.1.0 (Linux; U; Android 14; SM-A155F Build/UP1A.231005.007)',
  clientTimestamp: NOW,
  ageMs: 5 * SECOND,
  integrity: { token: 'passed' },
  tokenSeen: true,
  linkTraffic: { clicks: 40, installs: 10 },
  alikeInstalls: 1,
  deviceInstalls: 1,
};

type Facts = Partial<FraudFacts>;
const click = (ago: number, more: Partial<FraudFacts['click']> = {}): Facts => ({
  click: { clickedAt: NOW - ago, namedByStore: false, cameBack: false, ...more },
});
const namedByStore = { namedByStore: true };
const cameBack = { cameBack: true };
const agedBy = (hours: number): Facts => ({ clientTimestamp: NOW + hours * HOUR });

const firing = (moment: 'decision' | 'review', facts: Facts, settings = DEFAULT_FRAUD_SETTINGS) =>
  judgeFraud(moment, { ...HONEST, ...facts }, settings).map(({ rule }) => rule);

test('an honest install has no flags, at its decision or later', () => {
  expect(firing('decision', {})).toEqual([]);
  expect(firing('review', {})).toEqual([]);
});

/** Rule, what is different from the honest install, whether it fires at the decision. */
const atDecision: [FraudRuleName, string, Facts, boolean][] = [
  ['click_injection', '9.999 s after the click', { ...click(9999), installBeganAt: null }, true],
  ['click_injection', '10 s after the click', { ...click(10_000), installBeganAt: null }, false],
  [
    'click_injection',
    '1 s after, as the store says',
    { ...click(1000, namedByStore), installBeganAt: null },
    false,
  ],
  [
    'click_injection',
    'begun before, as the store says',
    { ...click(1000, namedByStore), installBeganAt: NOW - 2000 },
    true,
  ],
  ['click_injection', 'no click', { click: null }, false],
  ['click_injection', 'begun in the second of the click', { installBeganAt: NOW - 120_000 }, false],
  ['click_injection', 'begun a second before the click', { installBeganAt: NOW - 121_000 }, true],
  ['install_time_anomaly', 'begun at most 2 s before the click', { installBeganAt: NOW - 122_999 }, false],
  ['install_time_anomaly', 'begun more than 2 s before the click', { installBeganAt: NOW - 123_000 }, true],
  [
    'click_injection',
    'come back while it loads',
    { ...click(20_000, cameBack), installBeganAt: NOW - 60_000 },
    false,
  ],
  [
    'install_time_anomaly',
    'come back while it loads',
    { ...click(20_000, cameBack), installBeganAt: NOW - 60_000 },
    false,
  ],
  ['install_time_anomaly', 'begun at a time unknown', { installBeganAt: null }, false],
  ['install_time_anomaly', 'organic', { click: null, installBeganAt: NOW - DAY }, false],
  ['click_flooding', '149 clicks, no install', { linkTraffic: { clicks: 149, installs: 0 } }, false],
  ['click_flooding', '150 clicks, no install', { linkTraffic: { clicks: 150, installs: 0 } }, true],
  ['click_flooding', '80 clicks an install', { linkTraffic: { clicks: 800, installs: 10 } }, false],
  ['click_flooding', '80.1 clicks an install', { linkTraffic: { clicks: 801, installs: 10 } }, true],
  ['click_flooding', 'no link', { linkTraffic: null }, false],
  ['device_farm', '3 alike', { alikeInstalls: 3 }, false],
  ['device_farm', '4 alike', { alikeInstalls: 4 }, true],
  ['device_farm', '4 alike, but organic', { alikeInstalls: 4, click: null }, false],
  ['device_farm', '4 of a model unknown', { alikeInstalls: 4, deviceModel: null }, false],
  ['emulator', 'the SDK emulator', { deviceModel: 'sdk_gphone64_x86_64' }, true],
  ['emulator', 'an older SDK emulator', { deviceModel: 'Android SDK built for x86' }, true],
  ['emulator', 'one for playing', { deviceModel: 'BlueStacks' }, true],
  [
    'emulator',
    'named by the client alone',
    { userAgent: 'Dalvik/2.1.0 (Linux; U; Android 9; Emulator)' },
    true,
  ],
  ['emulator', 'a phone called Nokia', { deviceModel: 'Nokia X20' }, false],
  ['emulator', 'a tablet called Memo', { deviceModel: 'MeMO Pad' }, false],
  ['emulator', 'a model unknown', { deviceModel: null, userAgent: null }, false],
  ['integrity_failed', 'a token that failed', { integrity: { token: 'failed', because: 'x' } }, true],
  ['integrity_failed', 'a token not checked', { integrity: { token: 'unverified' } }, false],
  ['integrity_failed', 'no token', { integrity: { token: 'missing' } }, false],
  ['integrity_missing', 'no token yet', { integrity: { token: 'missing' }, tokenSeen: false }, false],
  ['duplicate_install', '3 of the device', { deviceInstalls: 3 }, false],
  ['duplicate_install', '4 of the device', { deviceInstalls: 4 }, true],
  ['geo_or_clock_mismatch', '5.99 h ahead', agedBy(5.99), false],
  ['geo_or_clock_mismatch', '6 h ahead', agedBy(6), true],
  ['geo_or_clock_mismatch', '6 h behind', agedBy(-6), true],
  ['geo_or_clock_mismatch', '400 days behind', agedBy(-400 * 24), true],
  ['geo_or_clock_mismatch', 'back at the epoch', agedBy(-401 * 24), false],
  ['geo_or_clock_mismatch', 'a day off, age unknown', { ...agedBy(24), ageMs: null }, false],
  [
    'geo_or_clock_mismatch',
    'two days late, clock right',
    { receivedAt: NOW + 2 * DAY, ageMs: 2 * DAY },
    false,
  ],
];

test.each(atDecision)('%s, at the decision: %s', (rule, _what, facts, fires) => {
  expect(firing('decision', facts).includes(rule)).toBe(fires);
});

const inReview: [FraudRuleName, string, Facts, boolean][] = [
  ['integrity_missing', 'still no token', { integrity: { token: 'missing' }, tokenSeen: false }, true],
  ['integrity_missing', 'a later token', { integrity: { token: 'missing' }, tokenSeen: true }, false],
  [
    'integrity_missing',
    'a device without a key',
    { integrity: { token: 'missing' }, tokenSeen: null },
    false,
  ],
  ['integrity_missing', 'none expected', { integrity: { token: 'not_expected' }, tokenSeen: false }, false],
  ['device_farm', 'neighbours that came later', { alikeInstalls: 4 }, true],
  ['duplicate_install', 'repeats that came later', { deviceInstalls: 4 }, true],
  ['click_flooding', 'clicks that came later', { linkTraffic: { clicks: 500, installs: 1 } }, true],
  ['click_injection', 'settled with the decision', click(1000), false],
];

test.each(inReview)('%s, in review: %s', (rule, _what, facts, fires) => {
  expect(firing('review', facts).includes(rule)).toBe(fires);
});

describe('an app sets', () => {
  const farm = { alikeInstalls: 4 };

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
    expect(firing('decision', farm, fraudSettings({ fraud }))).toEqual(expected);
  });
});

test('a flag carries the version of its rule, its score and what made it fire', () => {
  expect(judgeFraud('decision', { ...HONEST, deviceInstalls: 6 }, DEFAULT_FRAUD_SETTINGS)).toEqual([
    { rule: 'duplicate_install', version: 1, score: 75, signals: { installs: 6 } },
  ]);
});
