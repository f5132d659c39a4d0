import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder } from '@tributary/db/embedded/placement/make-data-folder';
import { type Config, ConfigError } from '../../settings/config.ts';

/** The secrets that the service cannot run without. */
export interface ServiceSecrets {
  /** Root key of all stored secrets and sessions. */
  readonly serviceSecret: string;
  /** Accepted during a rotation. */
  readonly previousServiceSecret: string | undefined;
  /** The `apikey` header that first-party tools send. */
  readonly anonKey: string;
}

/** Takes the secrets from the environment, else from files in DATA_DIR that are generated once, with mode 0600. */
export async function loadSecrets(config: Config): Promise<ServiceSecrets> {
  return {
    serviceSecret: config.serviceSecret ?? (await keptSecret(config.dataDir, 'service-secret')),
    previousServiceSecret: config.previousServiceSecret,
    anonKey: config.anonKey ?? (await keptSecret(config.dataDir, 'anon-key')),
  };
}

/**
 * Reads the secrets from the same places as `loadSecrets`, but generates none.
 *
 * @throws ConfigError if one is in neither place.
 */
export async function readSecrets(config: Config): Promise<ServiceSecrets> {
  const kept = async (name: 'service-secret' | 'anon-key') => {
    const secret = await readKeptSecret(config.dataDir, name);
    if (secret !== undefined) return secret;
    throw new ConfigError(
      `${SECRET_VARIABLES[name]} is not set, and the file that holds it is missing: ${join(config.dataDir, name)}`,
    );
  };
  return {
    serviceSecret: config.serviceSecret ?? (await kept('service-secret')),
    previousServiceSecret: config.previousServiceSecret,
    anonKey: config.anonKey ?? (await kept('anon-key')),
  };
}

/** The files in DATA_DIR that hold secrets, and the variables that take precedence over them. */
export const SECRET_VARIABLES = {
  'service-secret': 'SERVICE_SECRET',
  'service-secret-previous': 'SERVICE_SECRET_PREVIOUS',
  'anon-key': 'ANON_KEY',
} as const;

export type KeptSecret = keyof typeof SECRET_VARIABLES;

/** A secret stored in DATA_DIR; undefined if it is not there. */
export async function readKeptSecret(dataDir: string, name: KeptSecret): Promise<string | undefined> {
  try {
    return (await readFile(join(dataDir, name), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function keptSecret(dataDir: string, name: KeptSecret): Promise<string> {
  const secret = await readKeptSecret(dataDir, name);
  return secret ?? keepSecret(dataDir, name, randomBytes(32).toString('hex'));
}

/**
 * Stores a secret in DATA_DIR with mode 0600, unless another process was first; returns the one that is stored. A hard
 * link appears atomically, and fails if another process was first.
 */
export async function keepSecret(dataDir: string, name: KeptSecret, secret: string): Promise<string> {
  makeDataFolder(dataDir);
  const path = join(dataDir, name);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true });
  await chmod(draft, 0o600);
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}
