import { startTestService, type TestService } from '@tributary/server/testing/test-service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateWorld } from '../../world/generate-world.ts';
import { playWorld } from '../../world/play/play-world.ts';
import { createWorldClock } from '../../world/play/world-clock.ts';
import { SMALL_WORLD_SEED } from '../../world/seeds.ts';
import { WORLD } from '../../world/world-parameters.ts';
import { measureModels } from './measure-models.ts';
import { measureRules } from './measure-rules.ts';
import { type Outcome, readOutcomes } from './read-outcomes.ts';

/**
 * The current results in this world. If a change makes more of this right or less wrong, the better number may be
 * recorded here; if less, the change has made attribution worse.
 */
const PROBABILISTIC = { right: 87, wrong: 0 };
const ORGANIC_ATTRIBUTED = 1;
const RULES: Record<string, { right: number; wrong: number }> = {
  click_injection: { right: 40, wrong: 0 },
  click_flooding: { right: 17, wrong: 0 },
  click_reused: { right: 10, wrong: 0 },
  install_hijacking: { right: 19, wrong: 0 },
  install_time_anomaly: { right: 37, wrong: 0 },
  device_farm: { right: 25, wrong: 0 },
  emulator: { right: 31, wrong: 0 },
  integrity_failed: { right: 60, wrong: 2 },
  integrity_missing: { right: 36, wrong: 0 },
  duplicate_install: { right: 38, wrong: 0 },
  geo_or_clock_mismatch: { right: 26, wrong: 0 },
  sdk_spoofing: { right: 17, wrong: 0 },
};

const clock = createWorldClock(WORLD.startsAt);
let service: TestService;
let outcomes: Outcome[];

beforeAll(async () => {
  service = await startTestService({ clock: clock.now });
  const played = await playWorld(generateWorld(SMALL_WORLD_SEED, 2000), { services: [service], clock });
  outcomes = await readOutcomes(service.services.workPool, played);
}, 600_000);
afterAll(() => service.close());

describe('attribution', () => {
  test('gives every install that names its click to that click', () => {
    const { claims } = measureModels(outcomes);
    for (const [evidence, { right, of }] of Object.entries(claims)) {
      expect([evidence, right, of]).toEqual([evidence, of, of]);
    }
    expect(Object.keys(claims)).toEqual(['click_id', 'device_id', 'referrer']);
  });

  test('finds no fewer probabilistic matches than before, and errs no more often', () => {
    const { right = 0, of = 0 } = measureModels(outcomes).precision.probabilistic ?? {};
    expect(right).toBeGreaterThanOrEqual(PROBABILISTIC.right);
    expect(of - right).toBeLessThanOrEqual(PROBABILISTIC.wrong);
    expect(right / of).toBeGreaterThanOrEqual(0.97);
  });

  test('takes no more organic installs for paid ones than it did', () => {
    const { right, of } = measureModels(outcomes).organicAttributed;
    expect(right).toBeLessThanOrEqual(ORGANIC_ATTRIBUTED);
    expect(right / of).toBeLessThanOrEqual(0.01);
  });
});

test.each(Object.entries(RULES))(
  '%s finds no less fraud than it did, and accuses no more',
  (rule, reached) => {
    const figures = measureRules(outcomes)[rule];
    const { right = 0, of = 0 } = figures?.precision ?? {};
    expect(right).toBeGreaterThanOrEqual(reached.right);
    expect(of - right).toBeLessThanOrEqual(reached.wrong);
  },
);

test('every rule is watched', () => {
  expect(Object.keys(RULES).sort()).toEqual(Object.keys(measureRules(outcomes)).sort());
});
