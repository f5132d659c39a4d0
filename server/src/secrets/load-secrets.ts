import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder } from '@tributary/db/embedded/make-data-folder';
import type { Config } from '../config.ts';

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

async function keptSecret(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  makeDataFolder(dataDir);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return createSecret(path);
  }
}

/** A hard link appears whole or not at all, and fails where another process was first: then that one's is taken. */
async function createSecret(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
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
