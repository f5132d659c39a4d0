import { MAX_EVENTS_PER_REQUEST } from '../wire/limits.ts';
import type { RemoteConfig } from '../wire/resolved-key.ts';
import type { ClientConfig } from './client-config.ts';

/** The settings in effect. */
export interface Settings {
  trackingEnabled: boolean;
  /** Share of installations that send everything, 0 to 1. */
  samplingRate: number;
  batchSize: number;
  flushIntervalMs: number;
  wifiOnlyMode: boolean;
  suppressOnLowBattery: boolean;
  lowBatteryThreshold: number;
  maxRetryAttempts: number;
  maxOfflineQueueSize: number;
}

/** What a setting is if no one sets it; of a number, the smallest and the largest, and whether it may have a fraction. */
type Rule = readonly [builtIn: number | boolean, min?: number, max?: number, mayBeFraction?: boolean];

const RULES: Readonly<Record<keyof Settings, Rule>> = {
  trackingEnabled: [true],
  samplingRate: [1, 0, 1, true],
  batchSize: [50, 1, MAX_EVENTS_PER_REQUEST],
  flushIntervalMs: [30_000, 100, 86_400_000],
  wifiOnlyMode: [true],
  suppressOnLowBattery: [true],
  lowBatteryThreshold: [15, 0, 100, true],
  maxRetryAttempts: [5, 1],
  maxOfflineQueueSize: [10_000, 1],
};

/**
 * Combines the settings: what the account has set on the service overrides the app's, which override the platform's
 * defaults. A service that does not say which ones the account has set overrides with all that it sends. A value of
 * the wrong type or out of range counts as not set, so that a mistake on either side does not stop a client.
 *
 * @param overridden the names of what the account has set
 */
export function resolveSettings(
  app: ClientConfig,
  remote: Partial<RemoteConfig> = {},
  overridden?: readonly string[],
): Settings {
  // Not the app's to decide: its `trackingEnabled` is about the user's consent.
  const own: Record<string, unknown> = { ...app, trackingEnabled: undefined, samplingRate: undefined };
  const sent: Record<string, unknown> = remote;
  const entries = Object.entries(RULES).map(([name, rule]) => {
    const wireName = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const wins = !overridden || overridden.includes(wireName);
    const values = [wins ? sent[wireName] : undefined, own[name], sent[wireName], rule[0]];
    return [name, values.find((value) => accepts(rule, value))];
  });
  return Object.fromEntries(entries) as Settings;
}

/** A switch is accepted like the number 0 or 1. */
function accepts(
  [builtIn, min = 0, max = Number.MAX_SAFE_INTEGER, mayBeFraction]: Rule,
  value: unknown,
): boolean {
  const number = Number(value);
  const isWhole = mayBeFraction || Number.isInteger(number);
  return typeof value === typeof builtIn && isWhole && number >= min && number <= max;
}
