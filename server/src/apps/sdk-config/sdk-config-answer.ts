import type { InferEntity } from '@mikro-orm/core';
import type { SdkConfig } from '@tributary/db/accounts/sdk-config.entity';
import type { RemoteConfig } from '@tributary/sdk/wire/resolved-key';
import { z } from 'zod';
import { applyOverrides, PLATFORM_DEFAULTS } from './read-remote-config.ts';

type SdkConfigRecord = InferEntity<typeof SdkConfig>;

/** The settings that SDKs get. */
export const remoteConfig = z.object({
  tracking_enabled: z.boolean(),
  sampling_rate: z.number(),
  batch_size: z.int(),
  flush_interval_ms: z.int(),
  wifi_only_mode: z.boolean(),
  suppress_on_low_battery: z.boolean(),
  low_battery_threshold: z.int(),
  max_retry_attempts: z.int(),
  max_offline_queue_size: z.int(),
  ingest_endpoint: z.string().nullable(),
}) satisfies z.ZodType<RemoteConfig>;

export const sdkConfigAnswer = z.object({
  config: remoteConfig.describe(
    'The settings that SDKs get: the account’s overrides, and the platform’s defaults for the rest.',
  ),
  inherited: remoteConfig.describe('The platform’s settings, which hold where nothing is overridden.'),
  overridden: z.array(z.string()).describe('The names of the settings that the account overrides.'),
  notes: z.string().nullable(),
  updated_at: z
    .int()
    .nullable()
    .describe('When it was last changed, Unix ms; null if nothing is overridden.'),
  updated_by: z
    .uuid()
    .nullable()
    .describe('The id of the user who changed it last; null if nothing is overridden.'),
});

/** The account's overrides under their wire names. */
export function overridesOf(record: SdkConfigRecord) {
  return {
    tracking_enabled: record.trackingEnabled ?? null,
    sampling_rate: record.samplingRate ?? null,
    batch_size: record.batchSize ?? null,
    flush_interval_ms: record.flushIntervalMs ?? null,
    wifi_only_mode: record.wifiOnlyMode ?? null,
    suppress_on_low_battery: record.suppressOnLowBattery ?? null,
  };
}

/** An account's configuration as procedures return it; without a record, the defaults. */
export function toSdkConfigAnswer(record: SdkConfigRecord | null): z.input<typeof sdkConfigAnswer> {
  const { config, overridden } = applyOverrides(record ? overridesOf(record) : {});
  return {
    config,
    inherited: PLATFORM_DEFAULTS,
    overridden: [...overridden],
    notes: record?.notes ?? null,
    updated_at: record?.updatedAt.getTime() ?? null,
    updated_by: record?.updatedBy ?? null,
  };
}
