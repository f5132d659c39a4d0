import { describe, expect, test } from 'vitest';
import { fraudSettings } from '../attribution/fraud/fraud-settings.ts';
import type { DecisionFacts, ReviewFacts } from './fraud-facts.ts';
import type { FraudRuleName } from './fraud-rules.ts';
import { judgeAtDecision, judgeAtReview, type RulesSettings } from './judge-fraud.ts';

const NOW = Date.UTC(2026, 4, 1, 12);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const began = (at: number): Partial<DecisionFacts> => ({ installBegan: { earliest: at, latest: at + 999 } });

/** Of an app that five clicks bring an install, one in ten of them late. */
const OTHERS = { clicks: 5000, installs: 1000, dated: 1000, late: 100, devices: 1000, deviceClicks: 1200 };
const LINK = { clicks: 40, installs: 10, dated: 10, late: 1, devices: 10, deviceClicks: 12 };
const ALONE = { all: 1, alike: 1, alikeFromClicks: 1, ofLink: 1, alikeOfLink: 1 };

/** What the rules that compare an install with others see of an honest one. */
const AMONG_OTHERS = {
  linkTraffic: LINK,
  otherTraffic: OTHERS,
  sourceTraffic: { clicks: 30, installs: 6 },
  deviceClicks: 1,
  networkInstalls: ALONE,
  appDevices: { all: 1000, alike: 30 },
  deviceInstalls: 1,
} satisfies Partial<ReviewFacts>;

/** An install that no rule flags: followed a link two minutes before, on a phone. */
const DECIDED: DecisionFacts = {
  installedAt: NOW,
  receivedAt: NOW + 5 * SECOND,
  click: {
    clickedAt: NOW - 120 * SECOND,
    country: 'KE',
    namedByStore: false,
    cameBack: false,
    namedByDevices: 1,
  },
  country: 'KE',
  installBegan: { earliest: NOW - 90 * SECOND, latest: NOW - 90 * SECOND + 999 },
  referrerClickedAt: null,
  storeClick: null,
  deviceModel: 'SM-A155F',
  userAgent: 'Dalvik/2.1.0 (Linux; U; Android 14; SM-A155F Build/UP1A.231005.007)',
  clientTimestamp: NOW,
  ageMs: 5 * SECOND,
  integrity: { token: 'passed' },
  tokenMissing: false,
  tokenSeen: null,
  ...AMONG_OTHERS,
};

/** The same install a day later. */
const REVIEWED: ReviewFacts = {
  click: { clickedAt: NOW - 120 * SECOND },
  installedAt: NOW,
  deviceModel: 'SM-A155F',
  tokenMissing: false,
  tokenSeen: true,
  ...AMONG_OTHERS,
};

type Facts = Partial<DecisionFacts>;
const click = (ago: number, more: Partial<DecisionFacts['click']> = {}): Facts => ({
  click: {
    clickedAt: NOW - ago,
    country: 'KE',
    namedByStore: false,
    cameBack: false,
    namedByDevices: 1,
    ...more,
  },
});
const namedByStore = { namedByStore: true };
const cameBack = { cameBack: true };
const NOTHING = { clicks: 0, installs: 0, dated: 0, late: 0, devices: 0, deviceClicks: 0 };
/** A link with so many clicks and five installs, none of them soon after its click. */
const flood = (clicks: number) => ({ clicks, installs: 5, dated: 5, late: 5, devices: 5, deviceClicks: 6 });
const FLOODED_LINK: Facts = { ...click(HOUR + 1), installBegan: null, linkTraffic: flood(900) };
/** So many phones of one model, and no other, on one network and from one link. */
const farmOf = (n: number) => ({
  networkInstalls: { all: n, alike: n, alikeFromClicks: n, ofLink: n, alikeOfLink: n },
});
const agedBy = (hours: number): Facts => ({ clientTimestamp: NOW + hours * HOUR });

const firing = (facts: Facts, settings: RulesSettings = {}) =>
  judgeAtDecision({ ...DECIDED, ...facts }, settings).map(({ rule }) => rule);
const firingInReview = (facts: Partial<ReviewFacts>) =>
  judgeAtReview({ ...REVIEWED, ...facts }, {}).map(({ rule }) => rule);

test('an honest install has no flags, at its decision or later', () => {
  expect(firing({})).toEqual([]);
  expect(firingInReview({})).toEqual([]);
});

/** Rule, what is different from the honest install, whether it fires at the decision. */
const atDecision: [FraudRuleName, string, Facts, boolean][] = [
  ['click_injection', '9.999 s after the click', { ...click(9999), installBegan: null }, true],
  ['click_injection', '10 s after the click', { ...click(10_000), installBegan: null }, false],
  [
    'click_injection',
    '1 s after, as the store says',
    { ...click(1000, namedByStore), installBegan: null },
    false,
  ],
  [
    'click_injection',
    'begun before, as the store says',
    { ...click(1000, namedByStore), ...began(NOW - 2000) },
    true,
  ],
  ['click_injection', 'no click', { click: null }, false],
  ['click_injection', 'begun in the second of the click', began(NOW - 120_000), false],
  ['click_injection', 'begun a second before the click', began(NOW - 121_000), true],
  ['install_time_anomaly', 'begun at most 2 s before the click', began(NOW - 122_999), false],
  ['install_time_anomaly', 'begun more than 2 s before the click', began(NOW - 123_000), true],
  [
    'click_injection',
    'come back while it loads',
    { ...click(20_000, cameBack), ...began(NOW - 60_000) },
    false,
  ],
  [
    'install_time_anomaly',
    'come back while it loads',
    { ...click(20_000, cameBack), ...began(NOW - 60_000) },
    false,
  ],
  ['install_time_anomaly', 'begun at a time unknown', { installBegan: null }, false],
  ['install_time_anomaly', 'organic', { click: null, ...began(NOW - DAY) }, false],
  ['click_flooding', '149 clicks', { ...FLOODED_LINK, linkTraffic: flood(149) }, false],
  [
    'click_flooding',
    '150 clicks, installs when they come',
    { ...FLOODED_LINK, linkTraffic: flood(150) },
    true,
  ],
  ['click_flooding', 'a display ad', { ...FLOODED_LINK, linkTraffic: { ...flood(900), late: 1 } }, false],
  [
    'click_flooding',
    'as many installs as usual',
    { ...FLOODED_LINK, linkTraffic: { ...flood(900), installs: 170 } },
    false,
  ],
  ['click_flooding', 'installed within the hour', { ...FLOODED_LINK, ...click(HOUR) }, false],
  [
    'click_flooding',
    'an app without other traffic',
    { ...FLOODED_LINK, otherTraffic: NOTHING, linkTraffic: flood(150) },
    false,
  ],
  [
    'click_flooding',
    'a display ad of an app with nothing else',
    { otherTraffic: NOTHING, linkTraffic: { ...flood(5000), late: 1 } },
    false,
  ],
  ['click_flooding', 'no link', { ...FLOODED_LINK, linkTraffic: null }, false],
  ['click_flooding', '7 clicks of the device', { deviceClicks: 7 }, false],
  ['click_flooding', '8 clicks of the device', { deviceClicks: 8 }, true],
  ['click_flooding', 'a device unknown', { deviceClicks: null }, false],
  ['click_flooding', 'a network of few clicks', { sourceTraffic: { clicks: 149, installs: 0 } }, false],
  [
    'click_flooding',
    'a network that nobody installs from',
    { sourceTraffic: { clicks: 150, installs: 12 } },
    true,
  ],
  ['click_flooding', 'a network like others', { sourceTraffic: { clicks: 150, installs: 17 } }, false],
  ['click_flooding', 'organic', { click: null, deviceClicks: 50 }, false],
  ['click_reused', 'named by 3 devices', click(MINUTE, { namedByDevices: 3 }), false],
  ['click_reused', 'named by 4 devices', click(MINUTE, { namedByDevices: 4 }), true],
  ['click_reused', 'organic', { click: null }, false],
  ['install_hijacking', 'a click of the referrer before all', { referrerClickedAt: NOW - 120_000 }, false],
  ['install_hijacking', 'no referrer', { ...began(NOW - DAY) }, false],
  [
    'install_hijacking',
    '2 s after the first open',
    { referrerClickedAt: NOW + 2000, installBegan: null },
    false,
  ],
  ['install_hijacking', 'later than that', { referrerClickedAt: NOW + 2001, installBegan: null }, true],
  [
    'install_hijacking',
    'later than an install of unknown age',
    { referrerClickedAt: NOW + DAY, installBegan: null, ageMs: null },
    false,
  ],
  ['install_hijacking', 'after the store began', { referrerClickedAt: NOW - 80_000 }, true],
  ['install_hijacking', 'in the second in which it began', { referrerClickedAt: NOW - 88_000 }, false],
  [
    'install_hijacking',
    'after the click that the store saw',
    { referrerClickedAt: NOW - 120_000, storeClick: { earliest: NOW - HOUR, latest: NOW - HOUR + 999 } },
    true,
  ],
  [
    'install_hijacking',
    'before the click that the store saw: a shared link',
    { referrerClickedAt: NOW - DAY, storeClick: { earliest: NOW - HOUR, latest: NOW - HOUR + 999 } },
    false,
  ],
  ['device_farm', '3 alike', farmOf(3), false],
  ['device_farm', '4 alike', farmOf(4), true],
  [
    'device_farm',
    '4 alike, 3 from clicks',
    { networkInstalls: { ...farmOf(4).networkInstalls, alikeFromClicks: 3 } },
    false,
  ],
  [
    'device_farm',
    '4 alike of 40',
    { networkInstalls: { ...farmOf(4).networkInstalls, all: 40, ofLink: 40 } },
    false,
  ],
  [
    'device_farm',
    '4 alike of 40, and all of a link',
    { networkInstalls: { ...farmOf(4).networkInstalls, all: 40 } },
    true,
  ],
  [
    'device_farm',
    '4 of the phone that half of the users have',
    { ...farmOf(4), appDevices: { all: 1000, alike: 450 } },
    false,
  ],
  ['device_farm', '4 alike, app unknown', { ...farmOf(4), appDevices: { all: 0, alike: 0 } }, true],
  ['device_farm', '4 alike, but organic', { ...farmOf(4), click: null }, false],
  ['device_farm', '4 of a model unknown', { ...farmOf(4), deviceModel: null }, false],
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
  ['integrity_missing', 'no token yet', { integrity: { token: 'missing' }, tokenMissing: true }, false],
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
  expect(firing(facts).includes(rule)).toBe(fires);
});

const inReview: [FraudRuleName, string, Partial<ReviewFacts>, boolean][] = [
  ['integrity_missing', 'still no token', { tokenMissing: true, tokenSeen: false }, true],
  ['integrity_missing', 'a later token', { tokenMissing: true, tokenSeen: true }, false],
  ['integrity_missing', 'a device without a key', { tokenMissing: true, tokenSeen: null }, false],
  ['integrity_missing', 'a token, or none expected', { tokenMissing: false, tokenSeen: false }, false],
  ['device_farm', 'neighbours that came later', farmOf(4), true],
  ['duplicate_install', 'repeats that came later', { deviceInstalls: 4 }, true],
  ['click_flooding', 'clicks that came later', { sourceTraffic: { clicks: 500, installs: 1 } }, true],
  ['click_injection', 'settled with the decision', { click: { clickedAt: NOW - 1000 } }, false],
];

test.each(inReview)('%s, in review: %s', (rule, _what, facts, fires) => {
  expect(firingInReview(facts).includes(rule)).toBe(fires);
});

describe('a click and an install from different countries', () => {
  const from = (click: string | null, install: string | null, minutes: number): Partial<DecisionFacts> => ({
    click: {
      clickedAt: NOW - minutes * 60 * SECOND,
      country: click,
      namedByStore: true,
      cameBack: false,
      namedByDevices: 1,
    },
    country: install,
    receivedAt: NOW,
    ageMs: 0,
  });

  test.each([
    ['within minutes', from('KE', 'DE', 9.9), ['geo_or_clock_mismatch']],
    ['after longer', from('KE', 'DE', 10), []],
    ['that are the same', from('KE', 'KE', 2), []],
    ['of which the click’s is not known', from(null, 'DE', 2), []],
    ['of which the install’s is not known', from('KE', null, 2), []],
    ['without a click', { ...from('KE', 'DE', 2), click: null }, []],
    ['sent days after it was opened', { ...from('KE', 'DE', 2), receivedAt: NOW + DAY, ageMs: DAY }, []],
  ])('%s', (_what, facts, expected) => {
    expect(firing(facts)).toEqual(expected);
  });

  test('are compared as long after each other as the app sets, or not at all', () => {
    const within = (minutes: number) => ({ geo_or_clock_mismatch: { max_minutes_abroad: minutes } });
    expect(firing(from('KE', 'DE', 12), within(15))).toEqual(['geo_or_clock_mismatch']);
    expect(firing(from('KE', 'DE', 2), within(0))).toEqual([]);
  });

  test('are named with the time between them', () => {
    const [flag] = judgeAtDecision({ ...DECIDED, ...from('KE', 'DE', 2) }, {});
    expect(flag?.signals).toEqual({ click_country: 'KE', install_country: 'DE', ms_between: 120_000 });
  });
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
