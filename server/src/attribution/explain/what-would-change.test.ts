import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../facts/attribution-settings.ts';
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
  OTHER,
  referred,
} from '../testing/decision-facts.ts';
import { weighExplanations } from './weigh-explanations.ts';
import { whatWouldChange } from './what-would-change.ts';

const question = (facts: InstallFacts, candidates: Candidate[]) => ({
  install: facts,
  candidates,
  settings: DEFAULT_SETTINGS,
});

const changesOf = (facts: InstallFacts, candidates: Candidate[]) =>
  whatWouldChange(question(facts, candidates), ask(facts, candidates));

const crowd = Array.from({ length: 30 }, (_, n) =>
  click('network', {
    ...elsewhere,
    clickId: id(300 + n),
    campaignId: id(400 + n),
    clickedAt: NOW - 2 * MINUTE,
  }),
);

describe('what would have changed the decision', () => {
  test.each<[change: string, InstallFacts, Candidate[], model: string, click: string | null]>([
    [
      'no_such_click',
      referred,
      [click('install_referrer'), click('gaid', { ...elsewhere, clickId: OTHER })],
      'deterministic',
      OTHER,
    ],
    ['no_referrer', referred, [click(['install_referrer', 'gaid'])], 'deterministic', CLICK],
    ['no_device_ids', install(), [click(['gaid', 'network'])], 'probabilistic', CLICK],
    ['another_network', install(), [click('network')], 'organic', null],
    ['no_other_clicks', install(), [click('network'), ...crowd], 'probabilistic', CLICK],
    [
      'model_shown',
      install({ traits: { model: 0.0005, osVersion: 0.05, referred: USUAL_SHARES.referred } }),
      [
        click('network', { deviceModel: null, osVersion: null, clickedAt: NOW - 40 * MINUTE }),
        click('network', { ...elsewhere, clickId: OTHER, deviceModel: 'Pixel 9', clickedAt: NOW - HOUR }),
      ],
      'probabilistic',
      CLICK,
    ],
    ['sooner', install(), [click('network', { clickedAt: NOW - 20 * HOUR })], 'probabilistic', CLICK],
    [
      'store_silent',
      install({ referrer: { clickId: null, isOrganic: true, isUnset: false } }),
      [click('network', { deviceModel: null, osVersion: null, clickedAt: NOW - 8 * MINUTE })],
      'probabilistic',
      CLICK,
    ],
    ['longer_windows', install(), [click('gaid', { clickedAt: NOW - 8 * DAY })], 'deterministic', CLICK],
    [
      'likeness_on_ios',
      install({ osName: 'iOS', deviceModel: 'iPhone15,2' }),
      [click('network', { osName: 'iOS', deviceModel: 'iPhone15,2' })],
      'probabilistic',
      CLICK,
    ],
  ])('%s', (change, facts, candidates, model, clickId) => {
    const found = changesOf(facts, candidates).find((one) => one.change === change);
    expect(found).toMatchObject({ model, click_id: clickId });
    expect(found?.text).toMatch(/^If .*, it would be .* with a confidence of \d+\.$/);
    expect(ask(facts, candidates)).not.toMatchObject({ model, clickId, confidence: found?.confidence_score });
  });

  test('nothing, for an install of which nothing is known', () => {
    expect(changesOf(install(), [])).toEqual([]);
  });

  test('no change is told that changes nothing', () => {
    const names = changesOf(install(), [click('network')]).map(({ change }) => change);
    expect(names).toEqual(expect.arrayContaining(['no_such_click', 'another_network']));
    for (const same of ['no_other_clicks', 'model_shown', 'longer_windows', 'store_silent'])
      expect(names).not.toContain(same);
  });
});

describe('the odds of what may have led to an install', () => {
  const hidden = { deviceModel: null, osVersion: null };
  const candidates = [
    click('network', { ...hidden, clickedAt: NOW - 8 * MINUTE }),
    click('network', { ...hidden, clickId: id(6), clickedAt: NOW - 10 * MINUTE }),
    click('network', { ...hidden, ...elsewhere, clickId: OTHER, clickedAt: NOW - 30 * MINUTE }),
    click('network', { clickId: id(7), deviceModel: 'iPhone' }),
  ];
  const explanations = weighExplanations(question(install(), candidates));

  test('add up to everything, the likeliest first', () => {
    expect(explanations.map(({ kind, click_id, clicks }) => [kind, click_id, clicks])).toEqual([
      ['campaign', CLICK, 2],
      ['came_by_itself', null, 0],
      ['campaign', OTHER, 1],
    ]);
    expect(explanations.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 0);
  });

  test('are what the weights multiply to', () => {
    const [, itself, other] = explanations;
    const timesOf = (one: typeof itself) =>
      one?.weights.reduce((product, { times }) => product * times, 1) ?? 0;
    const ratio = (itself?.percent ?? 0) / (other?.percent ?? 1);
    expect(timesOf(itself) / timesOf(other) / ratio).toBeGreaterThan(0.8);
    expect(timesOf(itself) / timesOf(other) / ratio).toBeLessThan(1.25);
  });

  test('are said in words', () => {
    const texts = explanations.flatMap(({ weights }) => weights.map(({ text }) => text));
    expect(texts).toContainEqual(
      expect.stringMatching(/^the time from the click to the start of the install: [\d.]+ times as likely$/),
    );
    expect(texts).toContainEqual(expect.stringMatching(/^what is usual: [\d.]+ times less likely$/));
    expect(explanations[0]?.odds).toMatch(/^[\d.]+ to 1$/);
    expect(explanations[1]?.odds).toMatch(/^1 to [\d.]+$/);
  });

  test('are none where no click came from the network', () => {
    expect(weighExplanations(question(install(), [click('gaid')]))).toEqual([]);
  });
});
