import { describe, expect, test } from 'vitest';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import { USUAL_SHARES } from '../facts/trait-shares.ts';
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
      'not likely enough: 14 %',
    ],
    [
      'by a like device, when the store had begun already',
      install({ installBeganAt: NOW - MINUTE - SECOND }),
      click('network'),
      'clicked after the store began the install',
    ],
    [
      'made in another country, by a like device on the network',
      install({ country: 'DE' }),
      click('network', { country: 'KE' }),
      'made in another country',
    ],
    [
      'by a like device, twenty hours before',
      install(),
      click('network', { clickedAt: NOW - 20 * HOUR }),
      'not likely enough: 60 %',
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
      breakdown: { match_type: 96, unusable_click: -20 },
    });
  });
});

test.each([
  ['KE', 'KE'],
  [null, 'KE'],
  ['KE', null],
])('likeness takes a click made in %s for an install in %s', (clicked, installed) => {
  const decision = ask(install({ country: installed }), [click('network', { country: clicked })]);
  expect(decision).toMatchObject({ model: 'probabilistic', clickId: CLICK });
});

test('a click that an install names counts, wherever it was made', () => {
  const abroad = click('install_referrer', { country: 'KE' });
  expect(ask({ ...referred, country: 'DE' }, [abroad])).toMatchObject({ model: 'install_referrer' });
});

describe('likeness names no one', () => {
  test('where clicks of different campaigns are as likely', () => {
    const decision = ask(install(), [click('network'), click('network', { clickId: OTHER, ...elsewhere })]);
    expect(decision).toMatchObject({ model: 'organic' });
    expect(decision.confidence).toBeLessThan(50);
    expect(decision.reason).toContain('% likely to have led to it, which is not enough');
    expect(decision.rejected.map((one) => one.reason)).toEqual(
      Array(2).fill('not likely enough: 50 % of what is possible, and 92 % are needed'),
    );
  });

  test('in a crowd, whose size is no limit but a matter of weight', () => {
    const crowd = (size: number, facts: Partial<Candidate> = {}) => [
      click('network'),
      ...Array.from({ length: size }, (_, n) =>
        click('network', { clickId: id(n + 1000), clickedAt: NOW - 6 * HOUR, ...elsewhere, ...facts }),
      ),
    ];
    const different = { deviceModel: 'Pixel 7' };
    expect(ask(install(), crowd(60, different))).toMatchObject({ model: 'probabilistic', clickId: CLICK });
    expect(ask(install(), crowd(190, { clickedAt: NOW - HOUR })).model).toBe('organic');
  });

  test('though clicks of its campaign add up', () => {
    const weak = { deviceModel: null, osVersion: null, clickedAt: NOW - 16 * MINUTE };
    const decide = (...clicks: Candidate[]) => ask(install({ storeWord: 'silent' }), clicks);
    const one = click('network', weak);
    expect(decide(one).rejected[0]?.reason).toContain('not likely enough');
    expect(decide(one, { ...one, clickId: OTHER }).model).toBe('probabilistic');
  });

  test('but does where a less likely click of another campaign is near', () => {
    const rest = [click('network', { clickId: OTHER, ...elsewhere, clickedAt: NOW - 2 * HOUR })];
    const decision = ask(install(), [click('network'), ...rest]);
    expect(decision).toMatchObject({ model: 'probabilistic', clickId: CLICK });
    expect(decision.rejected.map((one) => one.reason)).toEqual([
      expect.stringMatching(
        /^another click is more likely: the campaign of this one has \d+ % of what is possible$/,
      ),
    ]);
  });

  test('by a trait that half of the phones share, which says less than a rare one', () => {
    const near = { clickedAt: NOW - 40 * MINUTE };
    const decided = (model: number) =>
      ask(install({ traits: { model, osVersion: 0.2, referred: USUAL_SHARES.referred } }), [
        click('network', near),
      ]).model;
    expect([decided(0.45), decided(0.001)]).toEqual(['organic', 'probabilistic']);
  });

  test('in an app that most find by themselves, and does in one whose links lead to it', () => {
    const near = click('network', { clickedAt: NOW - 25 * MINUTE });
    const decided = (referred: number) => ask(install({ traits: { ...USUAL_SHARES, referred } }), [near]);
    expect([decided(0.03).model, decided(0.5).model]).toEqual(['organic', 'probabilistic']);
    const itself = (referred: number) => decided(referred).breakdown.came_by_itself ?? 0;
    expect(itself(0.5)).toBeGreaterThan(itself(USUAL_SHARES.referred));
  });
});
