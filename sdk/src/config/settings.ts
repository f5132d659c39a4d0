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
 * Combines the settings: the service's override the app's, which override the defaults. A value of the wrong type or
 * out of range counts as not set, so that a mistake on either side does not stop a client.
 */
export function resolveSettings(app: ClientConfig, remote: Partial<RemoteConfig> = {}): Settings {
  const batchSize = whole(1, MAX_EVENTS_PER_REQUEST);
  const interval = whole(100, 24 * 60 * 60 * 1000);
  const percent = between(0, 100);
  const count = whole(1, Number.MAX_SAFE_INTEGER);
  return {
    trackingEnabled: first(flag, remote.tracking_enabled) ?? true,
    samplingRate: first(between(0, 1), remote.sampling_rate) ?? 1,
    batchSize: first(batchSize, remote.batch_size, app.batchSize) ?? 50,
    flushIntervalMs: first(interval, remote.flush_interval_ms, app.flushIntervalMs) ?? 30_000,
    wifiOnlyMode: first(flag, remote.wifi_only_mode, app.wifiOnlyMode) ?? true,
    suppressOnLowBattery: first(flag, remote.suppress_on_low_battery, app.suppressOnLowBattery) ?? true,
    lowBatteryThreshold: first(percent, remote.low_battery_threshold, app.lowBatteryThreshold) ?? 15,
    maxRetryAttempts: first(count, remote.max_retry_attempts, app.maxRetryAttempts) ?? 5,
    maxOfflineQueueSize: first(count, remote.max_offline_queue_size, app.maxOfflineQueueSize) ?? 10_000,
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

function first<Value>(accepts: Accepts<Value>, ...values: unknown[]): Value | undefined {
  return values.find(accepts);
}
