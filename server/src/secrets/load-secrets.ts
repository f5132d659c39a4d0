import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder } from '@tributary/db/embedded/make-data-folder';
import { type Config, ConfigError } from '../config.ts';

/** The two secrets that the service cannot run without. */
export interface ServiceSecrets {
  /** Root key: every stored secret and every session hangs on it. */
  readonly serviceSecret: string;
  /** Accepted while a rotation runs. */
  readonly previousServiceSecret: string | undefined;
  /** The `apikey` header that first-party tools send. */
  readonly anonKey: string;
}

/** Takes the secrets from the environment, else from files under DATA_DIR that are made once, with mode 0600. */
export async function loadSecrets(config: Config): Promise<ServiceSecrets> {
  return {
    serviceSecret: config.serviceSecret ?? (await keptSecret(config.dataDir, 'service-secret')),
    previousServiceSecret: config.previousServiceSecret,
    anonKey: config.anonKey ?? (await keptSecret(config.dataDir, 'anon-key')),
  };
}

/**
 * Takes the secrets from where `loadSecrets` has them, and makes none.
 *
 * @throws ConfigError where one is in neither place.
 */
export async function readSecrets(config: Config): Promise<ServiceSecrets> {
  const kept = async (name: 'service-secret' | 'anon-key') => {
    const secret = await readKeptSecret(config.dataDir, name);
    if (secret !== undefined) return secret;
    throw new ConfigError(
      `${SECRET_VARIABLES[name]} is not set, and ${join(config.dataDir, name)} is missing, which holds it`,
    );
  };
  return {
    serviceSecret: config.serviceSecret ?? (await kept('service-secret')),
    previousServiceSecret: config.previousServiceSecret,
    anonKey: config.anonKey ?? (await kept('anon-key')),
  };
}

/** The files below DATA_DIR that hold secrets, and the variables that go before them. */
export const SECRET_VARIABLES = {
  'service-secret': 'SERVICE_SECRET',
  'service-secret-previous': 'SERVICE_SECRET_PREVIOUS',
  'anon-key': 'ANON_KEY',
} as const;

export type KeptSecret = keyof typeof SECRET_VARIABLES;

/** A secret that is kept below DATA_DIR; undefined where it is not. */
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
 * Keeps a secret below DATA_DIR with mode 0600, unless another process was first: answers the one that is kept.
 * A hard link appears whole or not at all, and fails where another process was first.
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
