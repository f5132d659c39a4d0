import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from './attribution-settings.ts';
import { decide } from './decide.ts';
import type { Candidate, FoundBy, InstallFacts } from './install-facts.ts';
import { shareOfPoints } from './models/share-of-points.ts';

const NOW = Date.UTC(2026, 4, 10, 12);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const CLICK = id(1);
const OTHER = id(2);

const PHONE = { deviceModel: 'SM-A155F', osName: 'Android', osVersion: '14' };

function install(facts: Partial<InstallFacts> = {}): InstallFacts {
  return {
    installId: id(100),
    customerId: id(101),
    appId: id(102),
    kind: 'install',
    installedAt: NOW,
    referrer: null,
    clickId: null,
    gaid: null,
    androidId: null,
    network: '203.0.113.0/24',
    ...PHONE,
    storeClickAt: null,
    installBeganAt: null,
    hasIntegrityToken: false,
    ...facts,
  };
}

function click(foundBy: FoundBy | FoundBy[], facts: Partial<Candidate> = {}): Candidate {
  return {
    clickId: CLICK,
    appId: id(102),
    linkId: id(103),
    campaignId: id(104),
    channel: 'influencer',
    source: 'link',
    clickedAt: NOW - MINUTE,
    ...PHONE,
    excludedBecause: null,
    foundBy: [foundBy].flat(),
    ...facts,
  };
}

const referred = install({ referrer: { clickId: CLICK, isOrganic: false } });
const named = install({ clickId: CLICK });
const ask = (facts: InstallFacts, candidates: Candidate[]) => decide(facts, candidates, DEFAULT_SETTINGS);
const elsewhere = { campaignId: id(204), channel: 'social_a' };

describe('the winner is', () => {
  it.each<[string, InstallFacts, Candidate[], string, string | null]>([
    ['the click of the referrer', referred, [click('install_referrer')], 'install_referrer', CLICK],
    ['the click of the event', named, [click('click_id')], 'click_id', CLICK],
    ['the click of the same advertising id', install(), [click('gaid')], 'deterministic', CLICK],
    ['the click of the same Android id', install(), [click('android_id')], 'deterministic', CLICK],
    [
      'the re-engagement of the same device',
      install(),
      [click('gaid', { source: 're_engagement' })],
      'deterministic',
      CLICK,
    ],
    ['the click of a device that looks the same', install(), [click('network')], 'probabilistic', CLICK],
    ['nobody, where nobody clicked', install(), [], 'organic', null],
    [
      'the referrer before the event',
      install({ referrer: { clickId: CLICK, isOrganic: false }, clickId: OTHER }),
      [click('click_id', { clickId: OTHER }), click('install_referrer')],
      'install_referrer',
      CLICK,
    ],
    [
      'the event before the device',
      named,
      [click('gaid', { clickId: OTHER, clickedAt: NOW - SECOND }), click('click_id')],
      'click_id',
      CLICK,
    ],
    [
      'the device before likeness',
      install(),
      [click('network', { clickId: OTHER }), click('gaid', { clickedAt: NOW - DAY })],
      'deterministic',
      CLICK,
    ],
    [
      'the last click of the device',
      install(),
      [click('gaid', { clickId: OTHER, clickedAt: NOW - HOUR }), click('gaid')],
      'deterministic',
      CLICK,
    ],
    [
      'the device, where the referrer names an unknown click',
      referred,
      [click('gaid', { clickId: OTHER })],
      'deterministic',
      OTHER,
    ],
    [
      'the device, where the referrer names an expired click',
      referred,
      [click('install_referrer', { clickedAt: NOW - 8 * DAY }), click('gaid', { clickId: OTHER })],
      'deterministic',
      OTHER,
    ],
    [
      'a click at the moment of the install',
      referred,
      [click('install_referrer', { clickedAt: NOW })],
      'install_referrer',
      CLICK,
    ],
    [
      'a click exactly 7 days old',
      referred,
      [click('install_referrer', { clickedAt: NOW - 7 * DAY })],
      'install_referrer',
      CLICK,
    ],
    [
      'a device that clicked exactly 7 days ago',
      install(),
      [click('gaid', { clickedAt: NOW - 7 * DAY })],
      'deterministic',
      CLICK,
    ],
    [
      'a like device that clicked 2 hours ago',
      install(),
      [click('network', { clickedAt: NOW - 2 * HOUR })],
      'probabilistic',
      CLICK,
    ],
    [
      'a device of which nothing is known, alone on its network, two minutes ago',
      install(),
      [click('network', { clickedAt: NOW - 2 * MINUTE, deviceModel: null, osVersion: null })],
      'probabilistic',
      CLICK,
    ],
    [
      'the most alike',
      install(),
      [click('network', { clickId: OTHER, deviceModel: null }), click('network')],
      'probabilistic',
      CLICK,
    ],
    [
      'the later of two alike of one campaign',
      install(),
      [click('network', { clickId: OTHER, clickedAt: NOW - 2 * MINUTE }), click('network')],
      'probabilistic',
      CLICK,
    ],
  ])('%s', (_who, facts, candidates, model, clickId) => {
    for (const order of [candidates, candidates.toReversed()]) {
      expect(ask(facts, order)).toMatchObject({ model, clickId });
    }
  });
});

describe('a click never wins', () => {
  it.each<[string, InstallFacts, Candidate, string]>([
    [
      'after the install, by the referrer',
      referred,
      click('install_referrer', { clickedAt: NOW + 1 }),
      'after the install',
    ],
    [
      'after the install, by the event',
      named,
      click('click_id', { clickedAt: NOW + 5 * SECOND }),
      'clicked 5 s after the install',
    ],
    [
      'after the install, by the device',
      install(),
      click('gaid', { clickedAt: NOW + 1 }),
      'after the install',
    ],
    [
      'after the install, by likeness',
      install(),
      click('network', { clickedAt: NOW + 1 }),
      'after the install',
    ],
    ['of another app, by the referrer', referred, click('install_referrer', { appId: id(9) }), 'another app'],
    ['of another app, by the event', named, click('click_id', { appId: id(9) }), 'another app'],
    ['of a bot', referred, click('install_referrer', { excludedBecause: 'bot' }), 'a bot'],
    ['that repeats another', named, click('click_id', { excludedBecause: 'repeat' }), 'repeats another'],
    [
      'older than 7 days, by the referrer',
      referred,
      click('install_referrer', { clickedAt: NOW - 7 * DAY - 1 }),
      'outside the window of 7 d',
    ],
    [
      'older than 7 days, by the event',
      named,
      click('click_id', { clickedAt: NOW - 7 * DAY - 1 }),
      'outside the window of 7 d',
    ],
    [
      'older than 7 days, by the device',
      install(),
      click('android_id', { clickedAt: NOW - 7 * DAY - 1 }),
      'outside the window of 7 d',
    ],
    [
      'older than 24 hours, by likeness',
      install(),
      click('network', { clickedAt: NOW - DAY - 1 }),
      'outside the window of 1 d',
    ],
    [
      'by another device model, by likeness',
      install(),
      click('network', { deviceModel: 'Pixel 7' }),
      'another device model',
    ],
    [
      'by another system, by likeness',
      install(),
      click('network', { osName: 'iOS' }),
      'another operating system',
    ],
    [
      'by another version, by likeness',
      install(),
      click('network', { osVersion: '12' }),
      'another operating system or version',
    ],
    [
      'by a device of which nothing is known, by likeness',
      install(),
      click('network', { clickedAt: NOW - HOUR, deviceModel: null, osVersion: null }),
      'too little likeness: 37 of 50',
    ],
    [
      'by a like device, when the store had begun already',
      install({ installBeganAt: NOW - MINUTE - SECOND }),
      click('network'),
      'clicked after the store had begun to install',
    ],
    [
      'by a like device, six hours before',
      install(),
      click('network', { clickedAt: NOW - 6 * HOUR }),
      'too little likeness: 47 of 50',
    ],
  ])('%s', (_which, facts, candidate, reason) => {
    const decision = ask(facts, [candidate]);
    expect(decision).toMatchObject({ model: 'organic', channel: 'organic', clickId: null, campaignId: null });
    expect(decision.rejected).toEqual([
      expect.objectContaining({
        click_id: CLICK,
        channel: 'influencer',
        reason: expect.stringContaining(reason),
      }),
    ]);
  });

  it('that nobody knows', () => {
    expect(ask(referred, [])).toMatchObject({
      model: 'organic',
      rejected: [
        { click_id: CLICK, model: 'install_referrer', channel: null, reason: 'there is no such click' },
      ],
      breakdown: { match_type: 55, unusable_click: -20 },
    });
  });
});

describe('likeness is refused as ambiguous', () => {
  it('where clicks of different campaigns tie', () => {
    const decision = ask(install(), [click('network'), click('network', { clickId: OTHER, ...elsewhere })]);
    expect(decision.model).toBe('organic');
    expect(decision.reason).toContain('ambiguous');
    expect(decision.rejected.map((one) => one.reason)).toEqual(
      Array(2).fill('ambiguous: a tie between clicks of different campaigns'),
    );
  });

  it('where more than 50 clicks come from one network', () => {
    const crowd = (size: number) =>
      Array.from({ length: size }, (_, n) => click('network', { clickId: id(n) }));
    expect(ask(install(), crowd(50)).model).toBe('probabilistic');
    const decision = ask(install(), crowd(51));
    expect(decision).toMatchObject({ model: 'organic', breakdown: { ambiguous_clicks: -25 } });
    expect(decision.rejected[0]?.reason).toBe('ambiguous: more than 50 clicks on this network');
  });

  it('but not where what ties is another campaign of a lesser likeness', () => {
    const rest = [click('network', { clickId: OTHER, ...elsewhere, clickedAt: NOW - 2 * HOUR })];
    expect(ask(install(), [click('network'), ...rest])).toMatchObject({
      model: 'probabilistic',
      clickId: CLICK,
    });
  });
});

describe('confidence', () => {
  it.each<[string, InstallFacts, Candidate[], number, Record<string, number>]>([
    [
      'is high by the referrer',
      referred,
      [click('install_referrer')],
      99,
      { match_type: 90, time_to_install: 6, device_model: 2, os: 1 },
    ],
    [
      'never exceeds 100',
      { ...referred, hasIntegrityToken: true, storeClickAt: NOW - MINUTE },
      [click('install_referrer')],
      100,
      { limit: -3 },
    ],
    [
      'is lower a day later',
      referred,
      [click('install_referrer', { clickedAt: NOW - DAY })],
      96,
      { time_to_install: 3 },
    ],
    [
      'is lower days later',
      referred,
      [click('install_referrer', { clickedAt: NOW - 2 * DAY })],
      93,
      { time_to_install: 0 },
    ],
    [
      'is lower for another model',
      referred,
      [click('install_referrer', { deviceModel: 'Pixel 7' })],
      87,
      { device_model: -10 },
    ],
    [
      'is lower for another system',
      referred,
      [click('install_referrer', { osName: 'Windows', osVersion: '11' })],
      92,
      { os: -6 },
    ],
    [
      'is much lower for a click after the store began to install',
      { ...referred, installBeganAt: NOW - 10 * MINUTE },
      [click('install_referrer')],
      69,
      { store_times: -30 },
    ],
    [
      'is higher where the store saw the click then',
      { ...referred, storeClickAt: NOW - 90 * SECOND },
      [click('install_referrer')],
      100,
      { store_times: 2 },
    ],
    [
      'is not touched by a store that saw it at another time',
      { ...referred, storeClickAt: NOW - HOUR },
      [click('install_referrer')],
      99,
      { store_times: 0 },
    ],
    [
      'is higher for two identifiers than for one',
      install(),
      [click(['gaid', 'android_id'])],
      95,
      { match_type: 86 },
    ],
    [
      'is lower where the device clicked elsewhere too',
      install(),
      [click('gaid'), click('gaid', { clickId: OTHER, clickedAt: NOW - HOUR, ...elsewhere })],
      85,
      { uniqueness: -4 },
    ],
    [
      'never exceeds 79 by likeness, however often that is right',
      install(),
      [click('network')],
      79,
      { match_type: 20, device_model: 15, os: 5, time_to_install: 42, uniqueness: 0 },
    ],
    [
      'by likeness is less in company',
      install(),
      Array.from({ length: 30 }, (_, n) =>
        click('network', { clickId: id(n + 50), clickedAt: NOW - HOUR / 2 }),
      ).concat(click('network', { clickedAt: NOW - 10 * MINUTE, deviceModel: 'a155f' })),
      shareOfPoints(51) > 79 ? 79 : shareOfPoints(51),
      { time_to_install: 26, uniqueness: -15 },
    ],
    [
      'of organic is high where the store says so',
      install({ referrer: { clickId: null, isOrganic: true } }),
      [],
      100,
      { store_says_organic: 30 },
    ],
    [
      'of organic is lower where clicks are near',
      install(),
      [click('network', { deviceModel: 'Pixel 7' })],
      55,
      { no_clicks_near: 0 },
    ],
  ])('%s', (_what, facts, candidates, score, parts) => {
    const decision = ask(facts, candidates);
    expect([decision.confidence, decision.breakdown]).toEqual([score, expect.objectContaining(parts)]);
    expect(Object.values(decision.breakdown).reduce((sum, points) => sum + points, 0)).toBe(score);
    expect(decision.reason).toContain(`Confidence ${score}: `);
  });

  it('counts an identified click as high', () => {
    for (const [facts, by] of [
      [referred, 'install_referrer'],
      [named, 'click_id'],
      [install(), 'gaid'],
    ] as const) {
      expect(ask(facts, [click(by)]).confidence).toBeGreaterThanOrEqual(80);
    }
  });
});

it('says why, in a sentence', () => {
  expect(ask(referred, [click('install_referrer', { clickedAt: NOW - 42 * SECOND })]).reason).toBe(
    `The install referrer carries click ${CLICK} (influencer), made 42 s before the install. Confidence 99: ` +
      '90 for match type, +6 for time to install, +2 for device model, +1 for os.',
  );
});

it('keeps everyone who did not win, with the model that looked at them', () => {
  const facts = install({ referrer: { clickId: CLICK, isOrganic: false }, clickId: id(3) });
  const decision = ask(facts, [
    click('install_referrer'),
    click('click_id', { clickId: id(3) }),
    click('gaid', { clickId: id(4) }),
    click('network', { clickId: id(5) }),
  ]);
  expect(decision.rejected.map(({ click_id, model, reason }) => [click_id, model, reason])).toEqual([
    [id(3), 'click_id', 'install_referrer comes before click_id'],
    [id(4), 'deterministic', 'install_referrer comes before deterministic'],
    [id(5), 'probabilistic', 'install_referrer comes before probabilistic'],
  ]);
});

it('keeps to the windows of the app', () => {
  const settings = { clickWindowMs: HOUR, probabilisticWindowMs: MINUTE };
  const decided = (facts: InstallFacts, candidate: Candidate) => decide(facts, [candidate], settings).model;
  expect(decided(referred, click('install_referrer', { clickedAt: NOW - HOUR }))).toBe('install_referrer');
  expect(decided(referred, click('install_referrer', { clickedAt: NOW - HOUR - 1 }))).toBe('organic');
  expect(decided(install(), click('network', { clickedAt: NOW - MINUTE }))).toBe('probabilistic');
  expect(decided(install(), click('network', { clickedAt: NOW - MINUTE - 1 }))).toBe('organic');
});
