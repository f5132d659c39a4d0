import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findCluster } from '@tributary/db/embedded/placement/choose-placement';
import { makeDataFolder } from '@tributary/db/embedded/placement/make-data-folder';
import { migrate } from '@tributary/db/migrate';
import { keepSecret, readKeptSecret, SECRET_VARIABLES } from '../../../platform/auth/secrets/load-secrets.ts';
import { createLog } from '../../../platform/log.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { BackupSecrets } from '../../backup/backup-notes.ts';
import { type OpenBackup, openBackup } from '../../backup/read-backup.ts';
import { requireKnownSchema, restoreDatabase } from '../../backup/restore-database.ts';
import { markRestore, unmarkRestore } from '../../backup/unfinished-restore.ts';
import { openDatabase } from '../../start/open-database.ts';
import { usable } from '../../start/usable.ts';
import { askPassphrase } from '../ask-passphrase.ts';
import { type AdminCommand, AdminError, type StandaloneContext } from '../command.ts';

/** The counterpart of backup, for a new machine or after a disaster. */
export const restore: AdminCommand = {
  args: ['file'],
  help: 'restores a backup into a new DATA_DIR or an empty database',
  details:
    'Set DATA_DIR to a folder that does not exist yet, or DATABASE_URL to an empty database: existing data is never\n' +
    'replaced. The backup may be from an earlier version. Its secrets are written to DATA_DIR; with DATABASE_URL, set\n' +
    'them from there. The passphrase is BACKUP_PASSPHRASE, or is asked for on a terminal.',
  bringsSecrets: true,
  async runStandalone(context, [name = '']) {
    const { config, terminal, print, signal } = context;
    const file = resolve(name);
    const passphrase = await askPassphrase(config, terminal, { twice: false });
    let step = 'checking the backup';
    const onProgress = (part: number) => terminal.progress(`${step}: ${Math.floor(part * 100)} %`);
    const backup = await openBackup(file, passphrase, { onProgress, signal });
    requireKnownSchema(backup);
    await refuseOtherSecrets(config, backup.beginning.secrets);
    step = 'restoring';
    await restoreInto(context, backup);
    print(`restored ${file}, as of ${backup.beginning.madeAt}`);
    printSecretsToSet(context, backup.beginning.secrets);
  },
};

const namedSecrets = ({ serviceSecret, previousServiceSecret, anonKey }: BackupSecrets) =>
  [
    ['service-secret', serviceSecret],
    ['service-secret-previous', previousServiceSecret],
    ['anon-key', anonKey],
  ] as const;

/** A secret set in the environment takes precedence over the one in DATA_DIR. */
const givenSecrets = (config: Config) =>
  ({
    'service-secret': config.serviceSecret,
    'service-secret-previous': config.previousServiceSecret,
    'anon-key': config.anonKey,
  }) as const;

/** With other secrets the restored data could not be decrypted. */
async function refuseOtherSecrets(config: Config, secrets: BackupSecrets): Promise<void> {
  for (const [name, secret] of namedSecrets(secrets)) {
    if (secret === undefined) continue;
    const given = givenSecrets(config)[name];
    if (given !== undefined && given !== secret)
      throw new AdminError(
        `${SECRET_VARIABLES[name]} is set to a different secret than the backup's: unset it`,
      );
    const kept = await readKeptSecret(config.dataDir, name);
    if (given === undefined && kept !== undefined && kept !== secret) {
      throw new AdminError(
        `${join(config.dataDir, name)} holds a different secret than the backup's: set DATA_DIR to a new folder`,
      );
    }
  }
}

async function restoreInto({ config, print, signal }: StandaloneContext, backup: OpenBackup): Promise<void> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && !existsSync(join(findCluster(config.dataDir), 'PG_VERSION'))) {
    makeDataFolder(config.dataDir);
    await markRestore(config.dataDir);
  }
  const database = await openDatabase(config, createLog({ logLevel: 'warn' }));
  try {
    const beforeCommit = () => keepSecrets(config, backup.beginning.secrets);
    const restoring = restoreDatabase(database.url, backup, { signal, beforeCommit });
    const { leftOut } = await usable(isEmbedded ? 'DATA_DIR' : 'DATABASE_URL', restoring);
    if (leftOut.length > 0)
      print(`left out, because they are not tables of the service: ${leftOut.join(', ')}`);
    await migrate(database.url);
  } finally {
    await database.close();
  }
  if (isEmbedded) await unmarkRestore(config.dataDir);
}

async function keepSecrets(config: Config, secrets: BackupSecrets): Promise<void> {
  for (const [name, secret] of namedSecrets(secrets))
    if (secret !== undefined && givenSecrets(config)[name] === undefined)
      await keepSecret(config.dataDir, name, secret);
}

function printSecretsToSet({ config, print }: StandaloneContext, secrets: BackupSecrets): void {
  for (const [name, secret] of namedSecrets(secrets)) {
    const isReadFromFolder = config.databaseUrl === undefined && name !== 'service-secret-previous';
    if (secret === undefined || isReadFromFolder || givenSecrets(config)[name] !== undefined) continue;
    print(`set ${SECRET_VARIABLES[name]} for the service to the contents of ${join(config.dataDir, name)}`);
  }
}
