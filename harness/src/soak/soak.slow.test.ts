import { expect, test } from 'vitest';
import { runHarness } from '../cli/testing/run-harness.ts';
import { MISTAKES } from './break-sdk.ts';
import { EVENTS_PER_DEVICE } from './plan-schedule.ts';
import { runSoak } from './run-soak.ts';

/** A seed at or soon after which each mistake shows, so that the test need not search long. */
const SEEDS: Record<string, number> = {
  'acknowledge-before-answer': 3,
  'no-checksum': 6,
  'sign-when-tracking': 2,
  'retry-without-limit': 2,
  'drop-queue-on-413': 35,
  'ignore-objection': 1,
  'retry-after-objection': 4,
  'send-on-mobile': 5,
  'ignore-batch-size': 1,
  'ignore-pause': 49,
  'trust-missing-results': 4,
  'drop-half': 18,
};

test('30 random fault schedules end with every promised event stored exactly once, and nothing sent that must not be', async () => {
  const report = await runSoak({ seed: 1, isOver: (schedules) => schedules === 30 });
  expect(report.failure).toBeUndefined();
  expect(report).toMatchObject({ schedules: 30, tracked: 30 * EVENTS_PER_DEVICE });
  expect(report.promised).toBeGreaterThan(0.85 * report.tracked);
  expect(Object.keys(report.faults).length).toBe(20);
});

test('every mistake that can be made is tried', () => {
  expect(Object.keys(SEEDS)).toEqual(Object.keys(MISTAKES));
});

test.each(Object.keys(SEEDS))('the soak finds an SDK with the mistake %s', async (mistake) => {
  // Only files have checksums, and rows are faster.
  const storage = mistake === 'no-checksum' ? 'files' : 'rows';
  const seed = String(SEEDS[mistake]);
  const found = await runHarness(
    'soak',
    '--seed',
    seed,
    '--schedules',
    '20',
    '--storage',
    storage,
    '--break',
    mistake,
  );
  expect(found).toMatchObject({ code: 1, out: expect.stringContaining('WRONG') });
  if (mistake !== 'retry-without-limit') return;
  const command = /npm run harness -- (.*)/.exec(found.out)?.[1]?.replaceAll('"', '').split(' ') ?? [];
  const again = await runHarness(...command);
  expect(again).toMatchObject({ code: 1, out: expect.stringContaining('sent in a series') });
});

test.each([
  [['soak', '--seed', 'x'], '--seed must be'],
  [['soak', '--break', 'nothing'], '--break must be'],
  [['soak', '--faults', '999'], 'seed 1 has faults 0 to'],
])('%j exits with 2 and says what it takes', async (args, says) => {
  const { code, out } = await runHarness(...args);
  expect(code).toBe(2);
  expect(out).toContain(says);
});
