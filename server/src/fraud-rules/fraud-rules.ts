import { clickFlooding } from './rules/click-flooding.ts';
import { clickInjection } from './rules/click-injection.ts';
import { clickReused } from './rules/click-reused.ts';
import { deviceFarm } from './rules/device-farm.ts';
import { duplicateInstall } from './rules/duplicate-install.ts';
import { emulator } from './rules/emulator.ts';
import { geoOrClockMismatch } from './rules/geo-or-clock-mismatch.ts';
import { installHijacking } from './rules/install-hijacking.ts';
import { installTimeAnomaly } from './rules/install-time-anomaly.ts';
import { integrityFailed } from './rules/integrity-failed.ts';
import { integrityMissing } from './rules/integrity-missing.ts';
import { sdkSpoofing } from './rules/sdk-spoofing.ts';

/** Every fraud rule, in the order in which they run. */
export const FRAUD_RULES = [
  clickInjection,
  installTimeAnomaly,
  installHijacking,
  clickFlooding,
  clickReused,
  deviceFarm,
  emulator,
  integrityFailed,
  duplicateInstall,
  geoOrClockMismatch,
  integrityMissing,
  sdkSpoofing,
] as const;

export type FraudRuleName = (typeof FRAUD_RULES)[number]['name'];
