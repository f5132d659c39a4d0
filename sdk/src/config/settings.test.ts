import { describe, expect, test } from 'vitest';
import type { RemoteConfig } from '../wire/resolved-key.ts';
import type { ClientConfig } from './client-config.ts';
import { resolveSettings, type Settings } from './settings.ts';

const DEFAULTS: Settings = {
  trackingEnabled: true,
  samplingRate: 1,
  batchSize: 50,
  flushIntervalMs: 30_000,
  wifiOnlyMode: true,
  suppressOnLowBattery: true,
  lowBatteryThreshold: 15,
  maxRetryAttempts: 5,
  maxOfflineQueueSize: 10_000,
};

/** As the service sends it, with the names of what the account has set. */
type Sent = Partial<RemoteConfig> & { overridden?: (keyof RemoteConfig)[] };

describe('the settings in effect', () => {
  test.each<[string, ClientConfig, Sent, Partial<Settings>]>([
    ['are the documented defaults', {}, {}, {}],
    [
      "are the app's own if the service sets none",
      { batchSize: 7, wifiOnlyMode: false, maxRetryAttempts: 1, maxOfflineQueueSize: 1 },
      {},
      { batchSize: 7, wifiOnlyMode: false, maxRetryAttempts: 1, maxOfflineQueueSize: 1 },
    ],
    [
      "are the service's if both set them",
      { batchSize: 7, flushIntervalMs: 1000, suppressOnLowBattery: true, lowBatteryThreshold: 5 },
      {
        batch_size: 9,
        flush_interval_ms: 2000,
        suppress_on_low_battery: false,
        low_battery_threshold: 30,
        tracking_enabled: false,
        sampling_rate: 0.25,
        max_offline_queue_size: 20,
        max_retry_attempts: 3,
        wifi_only_mode: false,
      },
      {
        batchSize: 9,
        flushIntervalMs: 2000,
        suppressOnLowBattery: false,
        lowBatteryThreshold: 30,
        trackingEnabled: false,
        samplingRate: 0.25,
        maxOfflineQueueSize: 20,
        maxRetryAttempts: 3,
        wifiOnlyMode: false,
      },
    ],
    [
      "are the account's if it has set them, else the app's, else the platform's",
      { batchSize: 7, flushIntervalMs: 1000, wifiOnlyMode: false, suppressOnLowBattery: false },
      {
        batch_size: 9,
        flush_interval_ms: 30_000,
        wifi_only_mode: true,
        suppress_on_low_battery: true,
        max_retry_attempts: 4,
        sampling_rate: 0.5,
        overridden: ['batch_size', 'suppress_on_low_battery'],
      },
      {
        batchSize: 9,
        flushIntervalMs: 1000,
        wifiOnlyMode: false,
        suppressOnLowBattery: true,
        maxRetryAttempts: 4,
        samplingRate: 0.5,
      },
    ],
    [
      "are the platform's where neither the account nor the app sets any, and the app's is invalid",
      { batchSize: 0 },
      { batch_size: 20, overridden: [] },
      { batchSize: 20 },
    ],
    ['ignore a batch size above what a request may hold', { batchSize: 51 }, {}, {}],
    [
      'ignore zero, fractions and values that are not numbers',
      { batchSize: 0, maxRetryAttempts: 1.5 },
      {},
      {},
    ],
    [
      "fall back to the app's value if the service's is out of range",
      { batchSize: 7 },
      { batch_size: -1 },
      { batchSize: 7 },
    ],
    ['accept a sampling rate of zero', {}, { sampling_rate: 0 }, { samplingRate: 0 }],
    ['ignore a sampling rate above one', {}, { sampling_rate: 2 }, {}],
  ])('%s', (_name, app, { overridden, ...remote }, expected) => {
    expect(resolveSettings(app, remote, overridden)).toEqual({ ...DEFAULTS, ...expected });
  });
});
