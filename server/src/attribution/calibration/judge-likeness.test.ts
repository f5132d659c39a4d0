import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../facts/attribution-settings.ts';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import {
  CLICK,
  click,
  elsewhere,
  id,
  install,
  MINUTE,
  NOW,
  OTHER,
  referred,
} from '../testing/decision-facts.ts';
import { judgeLikeness } from './judge-likeness.ts';

const truth = { clickId: CLICK, campaignId: id(104), linkId: id(103), channel: 'influencer' };
const judge = (candidates: Candidate[], facts: InstallFacts = referred) =>
  judgeLikeness({ install: facts, candidates, truth }, DEFAULT_SETTINGS);
const both = click(['install_referrer', 'gaid', 'network'], { isOwn: true });

describe('likeness is judged as if the install named nothing', () => {
  test('its own click from its network is found', () => {
    expect(judge([both])).toMatchObject({ isRight: true, isReachable: true });
  });

  test('a click that only ids have found is not', () => {
    expect(judge([click(['install_referrer', 'gaid'])])).toEqual({
      share: 0,
      isRight: false,
      isReachable: false,
    });
  });

  test('an id of its own speaks for no click', () => {
    const facts = install({ referrer: { clickId: CLICK, isOrganic: false, isUnset: false }, gaid: id(7) });
    const other = click('network', { ...elsewhere, clickId: OTHER });
    expect(judge([both, other], facts).share).toBeCloseTo(judge([{ ...both, isOwn: null }, other]).share);
    expect(judge([both, other], facts).share).toBeLessThan(0.6);
  });

  test('a click that is known to be another’s is still refused', () => {
    const nearer = click('network', { ...elsewhere, clickId: OTHER, clickedAt: NOW - 0.7 * MINUTE });
    const later = { ...both, clickedAt: NOW - 9 * MINUTE };
    expect(judge([later, { ...nearer, isOwn: false }]).isRight).toBe(true);
    expect(judge([later, { ...nearer, isAnothers: true }]).isRight).toBe(true);
    expect(judge([later, nearer]).isRight).toBe(false);
  });

  test('another click of the same campaign is right, one of another campaign by the same channel is not', () => {
    expect(judge([click('network', { clickId: OTHER })])).toMatchObject({
      isRight: true,
      isReachable: false,
    });
    expect(judge([click('network', { clickId: OTHER, campaignId: id(9) })]).isRight).toBe(false);
  });
});
