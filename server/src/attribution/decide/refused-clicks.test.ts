import { describe, expect, test } from 'vitest';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import {
  ask,
  CLICK,
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

describe('a click never wins', () => {
  test.each<[string, InstallFacts, Candidate, string]>([
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
      'after the install, probabilistically',
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
      'older than 24 hours, probabilistically',
      install(),
      click('network', { clickedAt: NOW - DAY - 1 }),
      'outside the window of 1 d',
    ],
    [
      'by another device model, probabilistically',
      install(),
      click('network', { deviceModel: 'Pixel 7' }),
      'another device model',
    ],
    [
      'by another system, probabilistically',
      install(),
      click('network', { osName: 'iOS' }),
      'another operating system',
    ],
    [
      'by another version, probabilistically',
      install(),
      click('network', { osVersion: '12' }),
      'another operating system or version',
    ],
    [
      'by a device with no known facts, probabilistically',
      install(),
      click('network', { clickedAt: NOW - HOUR, deviceModel: null, osVersion: null }),
      'not similar enough: 37 of 50',
    ],
    [
      'by a like device, when the store had begun already',
      install({ installBeganAt: NOW - MINUTE - SECOND }),
      click('network'),
      'clicked after the store began the install',
    ],
    [
      'by a like device, six hours before',
      install(),
      click('network', { clickedAt: NOW - 6 * HOUR }),
      'not similar enough: 47 of 50',
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

  test('that is unknown', () => {
    expect(ask(referred, [])).toMatchObject({
      model: 'organic',
      rejected: [
        { click_id: CLICK, model: 'install_referrer', channel: null, reason: 'there is no such click' },
      ],
      breakdown: { match_type: 55, unusable_click: -20 },
    });
  });
});

describe('a probabilistic match is refused as ambiguous', () => {
  test('where clicks of different campaigns tie', () => {
    const decision = ask(install(), [click('network'), click('network', { clickId: OTHER, ...elsewhere })]);
    expect(decision).toMatchObject({ model: 'organic', breakdown: { ambiguous_clicks: -25 } });
    expect(decision.reason).toContain('ambiguous');
    expect(decision.rejected.map((one) => one.reason)).toEqual(
      Array(2).fill('ambiguous: a tie between clicks of different campaigns'),
    );
  });

  test('where more than 50 clicks come from one network', () => {
    const crowd = (size: number) =>
      Array.from({ length: size }, (_, n) => click('network', { clickId: id(n) }));
    expect(ask(install(), crowd(50)).model).toBe('probabilistic');
    const decision = ask(install(), crowd(51));
    expect(decision).toMatchObject({ model: 'organic', breakdown: { ambiguous_clicks: -25 } });
    expect(decision.rejected[0]?.reason).toBe('ambiguous: more than 50 clicks on this network');
  });

  test('but not if a less similar click of another campaign is close', () => {
    const rest = [click('network', { clickId: OTHER, ...elsewhere, clickedAt: NOW - 2 * HOUR })];
    expect(ask(install(), [click('network'), ...rest])).toMatchObject({
      model: 'probabilistic',
      clickId: CLICK,
    });
  });
});
