import { describe, expect, test } from 'vitest';

import {
  ask,
  click,
  DAY,
  elsewhere,
  HOUR,
  install,
  MINUTE,
  NOW,
  named,
  OTHER,
  referred,
} from '../testing/decision-facts.ts';
import type { Candidate, InstallFacts } from './install-facts.ts';

const fromStore = install({ referrer: { clickId: null, isOrganic: true, isUnset: false } });

describe('confidence', () => {
  test.each<[string, InstallFacts, Candidate[], number, Record<string, number>]>([
    [
      'is high by the referrer',
      referred,
      [click('install_referrer')],
      99,
      { match_type: 97, time_to_install: 1, device_model: 1, os: 1, limit: -1 },
    ],
    [
      'never exceeds 99',
      { ...referred, hasIntegrityToken: true, storeClickAt: NOW - MINUTE },
      [click('install_referrer')],
      99,
      { integrity_token: 1, store_times: 1, limit: -3 },
    ],
    [
      'is hardly lower days later, as the install names its click',
      referred,
      [click('install_referrer', { clickedAt: NOW - 2 * DAY, osVersion: null })],
      98,
      { match_type: 97, time_to_install: 0 },
    ],
    [
      'is lower for another model',
      referred,
      [click('install_referrer', { deviceModel: 'Pixel 7' })],
      89,
      { device_model: -10 },
    ],
    [
      'is lower for another system',
      referred,
      [click('install_referrer', { osName: 'Windows', osVersion: '11' })],
      93,
      { os: -6 },
    ],
    [
      'is much lower for a click after the store began to install',
      { ...referred, installBeganAt: NOW - 10 * MINUTE },
      [click('install_referrer')],
      70,
      { store_times: -30 },
    ],
    [
      'is not touched by a store that saw it at another time',
      { ...referred, storeClickAt: NOW - HOUR },
      [click('install_referrer')],
      99,
      { store_times: 0 },
    ],
    ['of a device is high within the hour', install(), [click('gaid')], 99, { time_to_install: 0 }],
    [
      'of a device is a little lower an hour after its click',
      fromStore,
      [click('gaid', { clickedAt: NOW - HOUR - 1 })],
      97,
      { time_to_install: -2 },
    ],
    [
      'of a device is much lower after six hours',
      fromStore,
      [click('gaid', { clickedAt: NOW - 6 * HOUR - 1 })],
      59,
      { time_to_install: -40 },
    ],
    [
      'of a device is low days after its click',
      fromStore,
      [click(['gaid', 'android_id'], { clickedAt: NOW - DAY - 1 })],
      33,
      { time_to_install: -67, both_ids: 1 },
    ],
    [
      'of a device is lower still where no store led to the install',
      install({ storeWord: 'silent' }),
      [click('gaid', { clickedAt: NOW - DAY - 1 })],
      4,
      { time_to_install: -95 },
    ],
    [
      'of a device is in between where no store would say anything',
      install({ osName: 'iOS' }),
      [click('idfa', { clickedAt: NOW - DAY - 1, osName: 'iOS' })],
      24,
      { time_to_install: -75 },
    ],
    [
      'is lower where the device clicked elsewhere too',
      install(),
      [click('gaid'), click('gaid', { clickId: OTHER, clickedAt: NOW - HOUR, ...elsewhere })],
      97,
      { uniqueness: -2 },
    ],
    ['never exceeds 95 for a match by likeness', install(), [click('network')], 95, { network: 0 }],
    ['of organic is high where the store says so', fromStore, [], 99, { match_type: 99, clicks_near: 0 }],
    ['of organic is lower where what the store says is unknown', install(), [], 96, { match_type: 96 }],
    [
      'of organic is low where the store says nothing that it says of others',
      install({ storeWord: 'silent' }),
      [],
      58,
      { match_type: 58 },
    ],
    [
      'of organic is lower where clicks are near',
      install(),
      [click('network', { deviceModel: 'Pixel 7' })],
      90,
      { clicks_near: -6 },
    ],
  ])('%s', (_what, facts, candidates, score, parts) => {
    const decision = ask(facts, candidates);
    expect([decision.confidence, decision.breakdown]).toEqual([score, expect.objectContaining(parts)]);
    expect(Object.values(decision.breakdown).reduce((sum, points) => sum + points, 0)).toBe(score);
    expect(decision.reason).toContain(`Confidence ${score}: `);
  });

  test('counts an identified click as high', () => {
    for (const [facts, by] of [
      [referred, 'install_referrer'],
      [named, 'click_id'],
      [install(), 'gaid'],
    ] as const) {
      expect(ask(facts, [click(by)]).confidence).toBeGreaterThanOrEqual(80);
    }
  });
});
