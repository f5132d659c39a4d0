import type { Pool } from 'pg';
import type { Keyring } from '../../../platform/auth/secrets/keyring.ts';

/** A config with its secrets sealed, as it is stored. */
export interface SealedConfig {
  readonly id: string;
  readonly postback_format: string;
  readonly postback_url: string | null;
  readonly settings: unknown;
  readonly credential: string | null;
  readonly signing_secret: string | null;
}

/** A config as a request is made with it. */
export interface OpenConfig extends SealedConfig {
  /** Secrets that requests carry or are made with: they are to be in nothing that is kept. */
  readonly secrets: readonly string[];
}

const READ = `
  select id, postback_format, postback_url, settings, credential, signing_secret
  from ad_network_configs where customer_id = $1 and id = $2`;

/** Reads a config; null where it was deleted. */
export async function readConfig(
  pool: Pool,
  customerId: string,
  configId: string,
): Promise<SealedConfig | null> {
  const values = [customerId, configId];
  const { rows } = await pool.query<SealedConfig>({ name: 'read-ad-network-config', text: READ, values });
  return rows[0] ?? null;
}

/** Opens a config's secrets. @throws Error where no known key opens them */
export function openConfig(keyring: Keyring, config: SealedConfig): OpenConfig {
  const open = (purpose: 'ad-network-credential' | 'ad-network-signing-secret', sealed: string | null) =>
    sealed === null ? null : keyring.open(purpose, config.id, sealed);
  const credential = open('ad-network-credential', config.credential);
  const signing_secret = open('ad-network-signing-secret', config.signing_secret);
  const secrets = [credential, signing_secret].filter((secret) => secret !== null);
  return { ...config, credential, signing_secret, secrets };
}
