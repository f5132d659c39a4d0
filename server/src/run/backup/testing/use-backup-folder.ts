import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@tributary/db/testing/test-database';
import { afterEach, beforeEach } from 'vitest';
import { readConfig } from '../../../platform/settings/config.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { runAdmin } from '../../admin/run-admin.ts';
import { fillForBackup } from './fill-for-backup.ts';

type Env = Record<string, string>;

export const PASSPHRASE = 'correct horse battery';
/** Few of these tests are about the passphrase; the header's own tests derive keys as the service does. */
export const CHEAP_KEY = 2 ** 10;
export const SECRETS = { SERVICE_SECRET: 's'.repeat(40), ANON_KEY: 'a'.repeat(40) };

/** Gives each test a folder, a file in it to back up to, and an empty database to restore into. */
export function useBackupFolder() {
  const place = { folder: '', file: '' };
  let target: TestDatabase;
  let service: TestService | undefined;
  beforeEach(async () => {
    place.folder = await mkdtemp(join(tmpdir(), 'backup-'));
    place.file = join(place.folder, 'all.backup');
    target = await createTestDatabase({ empty: true });
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
    await target.drop();
    await rm(place.folder, { recursive: true, force: true });
  });

  /** Runs a command on a database, with a separate data folder, and returns what it prints. */
  async function admin(
    databaseUrl: string,
    argv: string[],
    env: Env = {},
    bringsSecrets = false,
  ): Promise<string> {
    const lines: string[] = [];
    const DATA_DIR = join(place.folder, 'data');
    const config = readConfig(
      { DATABASE_URL: databaseUrl, DATA_DIR, BACKUP_PASSPHRASE: PASSPHRASE, ...env },
      { bringsSecrets },
    );
    await runAdmin(config, argv, (line) => lines.push(line), { backupKeyCost: CHEAP_KEY });
    return lines.join('\n');
  }

  return {
    place,
    target: () => target.url,
    admin,
    /** A backup notes in its own DATA_DIR that it was made. */
    backUp: (url: string, env: Env = {}) =>
      admin(url, ['backup', place.file], { ...SECRETS, DATA_DIR: join(place.folder, 'source-data'), ...env }),
    restore: (env: Env = {}, from = place.file) => admin(target.url, ['restore', from], env, true),
    /** Starts a service with a tenant, and rows that only an exact copy equals; returns its database's address. */
    async fill(): Promise<string> {
      service = await startTestService();
      await fillForBackup(service);
      return service.databaseUrl;
    },
  };
}
