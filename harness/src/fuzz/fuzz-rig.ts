import { type SpawnedBackend, spawnBackend } from '../backend/spawned-backend.ts';
import { type FuzzWorld, setUpFuzzWorld } from './fuzz-world.ts';
import { MEASURABLE } from './live-memory.ts';

const SECRETS = {
  serviceSecret: 'a-service-secret-that-only-fuzzers-use',
  anonKey: 'an-anon-key-that-only-the-fuzzers-ever-use',
};

/** A separate service with data in it. The caller closes the backend. */
export interface FuzzRig {
  readonly backend: SpawnedBackend;
  readonly databaseUrl: string;
  readonly world: FuzzWorld;
}

/** Starts a service on the database, with an account that has something of everything. */
export async function startFuzzRig(databaseUrl: string): Promise<FuzzRig> {
  const backend = await spawnBackend({
    DATABASE_URL: databaseUrl,
    SERVICE_SECRET: SECRETS.serviceSecret,
    ANON_KEY: SECRETS.anonKey,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    ...MEASURABLE,
  });
  try {
    return { backend, databaseUrl, world: await setUpFuzzWorld(backend, databaseUrl, SECRETS) };
  } catch (error) {
    await backend.close();
    throw error;
  }
}
