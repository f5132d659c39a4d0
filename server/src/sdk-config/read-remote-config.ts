import type { RemoteConfig, RemoteValues } from '@tributary/sdk/wire/resolved-key';
import type { Pool } from 'pg';

/** What the SDK does where the account says nothing. */
const PLATFORM_DEFAULTS: RemoteValues = {
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

/**
 * The remote configuration of an account: the platform's defaults under what the account overrides. It names the
 * overrides, since they win over an app's own options, and the defaults do not.
 */
export async function readRemoteConfig(pool: Pool, customerId: string): Promise<RemoteConfig> {
  const { rows } = await pool.query<{ [Name in keyof RemoteValues]?: RemoteValues[Name] | null }>({
    name: 'read-sdk-config',
    text: READ_OVERRIDES,
    values: [customerId],
  });
  const overrides = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null);
  const overridden = overrides.map(([name]) => name as keyof RemoteValues);
  return { ...PLATFORM_DEFAULTS, ...Object.fromEntries(overrides), overridden };
}
