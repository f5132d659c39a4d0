import type { RemoteConfig } from '@tributary/sdk/wire/resolved-key';
import type { Pool } from 'pg';

/** The settings that apply unless the account overrides them. */
const PLATFORM_DEFAULTS: RemoteConfig = {
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

/** The remote configuration of an account: the platform's defaults with the account's overrides. */
export async function readRemoteConfig(pool: Pool, customerId: string): Promise<RemoteConfig> {
  const { rows } = await pool.query<Partial<RemoteConfig>>({
    name: 'read-sdk-config',
    text: READ_OVERRIDES,
    values: [customerId],
  });
  const overrides = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null);
  return { ...PLATFORM_DEFAULTS, ...Object.fromEntries(overrides) };
}
