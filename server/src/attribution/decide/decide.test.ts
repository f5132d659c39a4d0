import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../facts/attribution-settings.ts';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import { USUAL_SHARES } from '../facts/trait-shares.ts';
import {
  ask,
  CLICK,
  click,
  DAY,
  HOUR,
  id,
  install,
  MINUTE,
  NOW,
  named,
  OTHER,
  referred,
  SECOND,
} from '../testing/decision-facts.ts';
import { decide } from './decide.ts';

describe('the winner is', () => {
  test.each<[string, InstallFacts, Candidate[], string, string | null]>([
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
    ['no one, if no one clicked', install(), [], 'organic', null],
    [
      'the referrer before the event',
      install({ referrer: { clickId: CLICK, isOrganic: false, isUnset: false }, clickId: OTHER }),
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
      'the device before a probabilistic match',
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
      'a like device that clicked 2 hours ago, of a rare model',
      install({ traits: { model: 0.0005, osVersion: 0.02, referred: USUAL_SHARES.referred } }),
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
      'the most similar',
      install(),
      [click('network', { clickId: OTHER, deviceModel: null }), click('network')],
      'probabilistic',
      CLICK,
    ],
    [
      'the later of two equally similar ones of one campaign',
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

test('says why, in a sentence', () => {
  expect(ask(referred, [click('install_referrer', { clickedAt: NOW - 42 * SECOND })]).reason).toBe(
    `The install referrer carries click ${CLICK} (influencer), made 42 s before the install. Confidence 99: of 100 such ` +
      'decisions, 99 are right by table 3 (97 for match type, +1 for time to install, +1 for device model, +1 for os, -1 for limit).',
  );
});

test('keeps everyone who did not win, with the model that looked at them', () => {
  const facts = install({ referrer: { clickId: CLICK, isOrganic: false, isUnset: false }, clickId: id(3) });
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

test('keeps to the windows of the app', () => {
  const settings = { ...DEFAULT_SETTINGS, clickWindowMs: HOUR, probabilisticWindowMs: MINUTE };
  const decided = (facts: InstallFacts, candidate: Candidate) => decide(facts, [candidate], settings).model;
  expect(decided(referred, click('install_referrer', { clickedAt: NOW - HOUR }))).toBe('install_referrer');
  expect(decided(referred, click('install_referrer', { clickedAt: NOW - HOUR - 1 }))).toBe('organic');
  expect(decided(install(), click('network', { clickedAt: NOW - MINUTE }))).toBe('probabilistic');
  expect(decided(install(), click('network', { clickedAt: NOW - MINUTE - 1 }))).toBe('organic');
});

test.each<[string, string | null, string | null, boolean, string]>([
  ['an iPhone', 'iOS', 'iOS', false, 'organic'],
  ['an iPad', 'iPadOS', 'iPadOS', false, 'organic'],
  ['an iPhone that does not say so', null, 'iOS', false, 'organic'],
  ['an iPhone whose click does not say so', 'ios', null, false, 'organic'],
  ['an iPhone of an app that says so', 'iOS', 'iOS', true, 'probabilistic'],
  ['another phone', 'Android', 'Android', false, 'probabilistic'],
])('matches %s by likeness only where the app says so', (_which, osName, clicked, likenessOnIos, model) => {
  const settings = { ...DEFAULT_SETTINGS, likenessOnIos };
  const facts = install({ osName });
  const candidate = click('network', { osName: clicked });
  const decision = decide(facts, [candidate], settings);
  expect(decision.model).toBe(model);
  if (model === 'organic')
    expect(decision.rejected).toMatchObject([{ reason: expect.stringContaining('by likeness') }]);
});

test.each([
  ['nearly as likely', 90, true],
  ['far less likely', 900, false],
])(
  'a click on another link of the campaign that is %s makes it a near tie or not',
  (_how, before, isNearTie) => {
    const best = click('network', { clickedAt: NOW - 70 * SECOND });
    const at = { clickId: OTHER, clickedAt: NOW - before * SECOND };
    expect(ask(install(), [best, click('network', { ...at, linkId: id(7) })])).toMatchObject({
      model: 'probabilistic',
      clickId: CLICK,
      isNearTie,
    });
    expect(ask(install(), [best, click('network', at)]).isNearTie).toBe(false);
  },
);
