import type { RemoteConfig } from '@tributary/sdk/wire/resolved-key';
import type { Pool } from 'pg';

/** The settings that apply unless the account overrides them. */
export const PLATFORM_DEFAULTS: RemoteConfig = {
  tracking_enabled: true,
  sampling_rate: 1,
  batch_size: 50,
  flush_interval_ms: 30_000,
  wifi_only_mode: true,
  suppress_on_low_battery: true,
  low_battery_threshold: 15,
  max_retry_attempts: 5,
  max_offline_queue_size: 10_000,
  ingest_endpoint: null,
};

const READ_OVERRIDES = `
  select tracking_enabled, sampling_rate, batch_size, flush_interval_ms, wifi_only_mode, suppress_on_low_battery
  from sdk_configs where customer_id = $1`;

/** The configuration that SDKs get, and the part of it that the account overrides. */
export interface AppliedConfig {
  readonly config: RemoteConfig;
  /** The names of the settings that the account overrides. */
  readonly overridden: readonly (keyof RemoteConfig)[];
}

/** The remote configuration of an account: the platform's defaults with the account's overrides. */
export async function readRemoteConfig(pool: Pool, customerId: string): Promise<AppliedConfig> {
  const { rows } = await pool.query<Partial<RemoteConfig>>({
    name: 'read-sdk-config',
    text: READ_OVERRIDES,
    values: [customerId],
  });
  return applyOverrides(rows[0] ?? {});
}

/** Null inherits the platform's default. */
export function applyOverrides(
  overrides: { readonly [Name in keyof RemoteConfig]?: unknown },
): AppliedConfig {
  const set = Object.entries(overrides).filter(([, value]) => value !== null && value !== undefined);
  return {
    config: { ...PLATFORM_DEFAULTS, ...Object.fromEntries(set) },
    overridden: set.map(([name]) => name as keyof RemoteConfig).sort(),
  };
}
