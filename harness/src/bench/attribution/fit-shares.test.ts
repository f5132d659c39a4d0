import { expect, test } from 'vitest';
import type { PlayedClick } from '../../world/play/play-world.ts';
import { fitShares } from './fit-shares.ts';
import type { Outcome } from './read-outcomes.ts';

const CLICK: PlayedClick = { clickId: 'c', referrer: '', link: 1, person: 'p', at: 0 };

function outcome(points: number, right: boolean, model = 'probabilistic'): Outcome {
  return {
    model,
    confidence: 79,
    breakdown: { match_type: points, calibration: 90 - points, limit: -11, fraud_emulator: -40 },
    click: CLICK,
    source: right ? CLICK : null,
    claimed: null,
    claimAge: null,
    flags: [],
    truth: {
      eventId: 'e',
      app: 0,
      person: 'p',
      source: right ? 'c' : null,
      ownClicks: [],
      claimed: null,
      evidence: 'none',
      again: false,
      fraud: null,
      shows: [],
    },
  };
}

const many = (points: number, right: number, wrong: number) => [
  ...Array.from({ length: right }, () => outcome(points, true)),
  ...Array.from({ length: wrong }, () => outcome(points, false)),
];

test('shares rise with the points, and stay a little short of certain', () => {
  const fit = fitShares([...many(50, 80, 20), ...many(60, 95, 5), ...many(70, 98, 0)]);
  expect(fit).toEqual([
    [50, 79.4],
    [60, 94.1],
    [70, 99],
  ]);
});

test('points with a lower share than fewer points have are joined with them', () => {
  expect(fitShares([...many(50, 90, 10), ...many(60, 80, 20), ...many(70, 100, 0)])).toEqual([
    [55, 84.7],
    [70, 99],
  ]);
});

test('points of too few installs are joined with their neighbours', () => {
  expect(fitShares([...many(50, 90, 10), ...many(60, 5, 0), ...many(64, 60, 0), ...many(70, 1, 0)])).toEqual([
    [50, 89.7],
    [64, 98.4],
  ]);
});

test('other models and fraud are no part of it', () => {
  expect(fitShares(many(50, 5, 0).map((one) => ({ ...one, model: 'deterministic' })))).toEqual([]);
});
