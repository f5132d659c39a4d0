import { expect, test } from 'vitest';
import type { FraudFlag } from '../../fraud-rules/fraud-rule.ts';
import { lowerConfidence } from './lower-confidence.ts';

const flag = (rule: FraudFlag['rule'], score: number): FraudFlag => ({
  rule,
  score,
  version: 1,
  signals: {},
});

test.each([
  ['nothing', { match: 90 }, [], 90, { match: 90 }],
  ['half of a score', { match: 90 }, [flag('emulator', 84)], 48, { match: 90, fraud_emulator: -42 }],
  [
    'both, and never below 0',
    { match: 50 },
    [flag('emulator', 80), flag('device_farm', 70)],
    0,
    { match: 50, fraud_emulator: -40, fraud_device_farm: -35, limit: 25 },
  ],
  [
    'from what the ceiling left',
    { match: 85, limit: -6 },
    [flag('emulator', 20)],
    69,
    { match: 85, limit: -6, fraud_emulator: -10 },
  ],
])('%s is taken away', (_what, parts, flags, score, expected) => {
  const lowered = lowerConfidence(parts, flags);
  expect(lowered).toEqual({ score, parts: expected });
  expect(Object.values(lowered.parts).reduce((sum, points) => sum + points, 0)).toBe(score);
});
