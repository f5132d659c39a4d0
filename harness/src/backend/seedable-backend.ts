import type { ServiceSecrets } from '@tributary/server/platform/auth/secrets/load-secrets';
import { type SpawnedBackend, spawnBackend } from './spawned-backend.ts';

/** Secrets that the harness knows: `seedApps` encrypts with them, so that a service started with them can decrypt. */
export const SEED_SECRETS: ServiceSecrets = {
  serviceSecret: 'a-service-secret-that-only-the-harness-uses',
  previousServiceSecret: undefined,
  anonKey: 'an-anon-key-that-only-the-harness-ever-uses',
};

/**
 * Starts the service with the seed secrets on a database. It trusts X-Forwarded-For, so that a load can come from many
 * addresses.
 */
export function spawnSeedableBackend(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<SpawnedBackend> {
  return spawnBackend({
    DATABASE_URL: databaseUrl,
    SERVICE_SECRET: SEED_SECRETS.serviceSecret,
    ANON_KEY: SEED_SECRETS.anonKey,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    ...env,
  });
}
