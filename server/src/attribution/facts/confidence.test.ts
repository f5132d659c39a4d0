import { describe, expect, test } from 'vitest';
import { shareOfPoints } from '../models/share-of-points.ts';
import {
  ask,
  click,
  DAY,
  elsewhere,
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
import type { Candidate, InstallFacts } from './install-facts.ts';

describe('confidence', () => {
  test.each<[string, InstallFacts, Candidate[], number, Record<string, number>]>([
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
      'never exceeds 79 for a probabilistic match, however often that is right',
      install(),
      [click('network')],
      79,
      { match_type: 20, device_model: 15, os: 5, time_to_install: 42, uniqueness: 0 },
    ],
    [
      'of a probabilistic match is lower with other clicks around',
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
