import type { FraudFacts } from './fraud-facts.ts';
import type { FraudFlag, FraudRule } from './fraud-rule.ts';
import { type FraudSettings, thresholdsOf } from './fraud-settings.ts';
import { clickFlooding } from './rules/click-flooding.ts';
import { clickInjection } from './rules/click-injection.ts';
import { deviceFarm } from './rules/device-farm.ts';
import { duplicateInstall } from './rules/duplicate-install.ts';
import { emulator } from './rules/emulator.ts';
import { geoOrClockMismatch } from './rules/geo-or-clock-mismatch.ts';
import { installTimeAnomaly } from './rules/install-time-anomaly.ts';
import { integrityFailed } from './rules/integrity-failed.ts';
import { integrityMissing } from './rules/integrity-missing.ts';

/** Rules that run with the decision, on what is known by then. */
const AT_DECISION: readonly FraudRule[] = [
  clickInjection,
  installTimeAnomaly,
  clickFlooding,
  deviceFarm,
  emulator,
  integrityFailed,
  duplicateInstall,
  geoOrClockMismatch,
];

/** Rules that run once more when a day and three have passed: on neighbours that came later, and tokens that did not. */
const IN_REVIEW: readonly FraudRule[] = [clickFlooding, deviceFarm, duplicateInstall, integrityMissing];

/** Runs the rules of a moment over an install. Pure. */
export function judgeFraud(
  moment: 'decision' | 'review',
  facts: FraudFacts,
  settings: FraudSettings,
): FraudFlag[] {
  return (moment === 'decision' ? AT_DECISION : IN_REVIEW).flatMap((rule) => {
    const thresholds = thresholdsOf(rule, settings);
    const signals = thresholds === null ? null : rule.judge(facts, thresholds);
    if (signals === null) return [];
    return [{ rule: rule.name, version: rule.version, score: rule.score, signals }];
  });
}
