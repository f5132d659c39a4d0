import { describe, expect, test } from 'vitest';
import { SMALL_WORLD_SEED } from '../../world/seeds.ts';
import { WORLDS, type WorldName } from '../../world/worlds.ts';
import { decideProbabilistically, type ProbabilisticOutcome } from './decide-probabilistically.ts';

const INSTALLS = 5000;

/** The least share of traceless installs that is found in each world. */
const RECALL: Record<WorldName, number> = {
  markets: 0.6,
  city: 0.4,
  families: 0.7,
  onePhone: 0.58,
  display: 0.5,
  crowd: 0.38,
  known: 0.35,
};

const shareOf = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length;
const isFound = ({ decision }: ProbabilisticOutcome) => decision.model === 'probabilistic';
const isRight = (outcome: ProbabilisticOutcome) => outcome.isRight;

describe.each(Object.entries(WORLDS))('in the world %s, likeness', (name, world) => {
  const outcomes = [...decideProbabilistically(SMALL_WORLD_SEED, INSTALLS, world)];
  const found = outcomes.filter(isFound);
  const traceless = outcomes.filter(({ truth }) => truth.source !== null);
  const organic = outcomes.filter(({ truth }) => truth.source === null);

  test('is right in nearly all that it names', () => {
    expect(shareOf(found.filter(isRight), found)).toBeGreaterThanOrEqual(0.97);
  });

  test('finds most of those whose click left no trace', () => {
    expect(shareOf(traceless.filter(isFound).filter(isRight), traceless)).toBeGreaterThanOrEqual(
      RECALL[name as WorldName],
    );
  });

  test('takes hardly an organic install for a paid one', () => {
    expect(shareOf(organic.filter(isFound), organic)).toBeLessThanOrEqual(0.005);
  });

  test('is as sure as it is right, as is organic, within the chance of so few installs', () => {
    const bands = Map.groupBy(outcomes, ({ decision }) => Math.floor(decision.confidence / 5));
    for (const band of [...bands.values()].filter(({ length }) => length >= 200)) {
      const said = band.reduce((sum, { decision }) => sum + decision.confidence, 0) / band.length / 100;
      expect(Math.abs(said - shareOf(band.filter(isRight), band))).toBeLessThanOrEqual(0.08);
    }
  });
});
