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
  function pick<Value>(
    accepts: Accepts<Value>,
    name: keyof RemoteConfig,
    builtIn: Value,
    own?: unknown,
  ): Value {
    const wins = !overridden || overridden.includes(name);
    return (wins ? [remote[name], own] : [own, remote[name]]).find(accepts) ?? builtIn;
  }
  const count = whole(1, Number.MAX_SAFE_INTEGER);
  return {
    trackingEnabled: pick(flag, 'tracking_enabled', true),
    samplingRate: pick(between(0, 1), 'sampling_rate', 1),
    batchSize: pick(whole(1, MAX_EVENTS_PER_REQUEST), 'batch_size', 50, app.batchSize),
    flushIntervalMs: pick(whole(100, 86_400_000), 'flush_interval_ms', 30_000, app.flushIntervalMs),
    wifiOnlyMode: pick(flag, 'wifi_only_mode', true, app.wifiOnlyMode),
    suppressOnLowBattery: pick(flag, 'suppress_on_low_battery', true, app.suppressOnLowBattery),
    lowBatteryThreshold: pick(between(0, 100), 'low_battery_threshold', 15, app.lowBatteryThreshold),
    maxRetryAttempts: pick(count, 'max_retry_attempts', 5, app.maxRetryAttempts),
    maxOfflineQueueSize: pick(count, 'max_offline_queue_size', 10_000, app.maxOfflineQueueSize),
  };
}

type Accepts<Value> = (value: unknown) => value is Value;

const flag: Accepts<boolean> = (value) => typeof value === 'boolean';

function between(low: number, high: number): Accepts<number> {
  return (value): value is number => typeof value === 'number' && value >= low && value <= high;
}

function whole(low: number, high: number): Accepts<number> {
  return (value): value is number => Number.isInteger(value) && between(low, high)(value);
}
