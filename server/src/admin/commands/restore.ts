import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findCluster } from '@tributary/db/embedded/choose-placement';
import { makeDataFolder } from '@tributary/db/embedded/make-data-folder';
import { migrate } from '@tributary/db/migrate';
import type { BackupSecrets } from '../../backup/backup-notes.ts';
import { type OpenBackup, openBackup } from '../../backup/read-backup.ts';
import { requireKnownSchema, restoreDatabase } from '../../backup/restore-database.ts';
import { markRestore, unmarkRestore } from '../../backup/unfinished-restore.ts';
import type { Config } from '../../config.ts';
import { createLog } from '../../log.ts';
import { openDatabase } from '../../open-database.ts';
import { keepSecret, readKeptSecret, SECRET_VARIABLES } from '../../secrets/load-secrets.ts';
import { usable } from '../../usable.ts';
import { askPassphrase } from '../ask-passphrase.ts';
import { type AdminCommand, AdminError, type StandaloneContext } from '../command.ts';

/** The counterpart of backup, for a new machine or after a disaster. */
export const restore: AdminCommand = {
  args: ['file'],
  help: 'makes what a backup holds again, in a new DATA_DIR or an empty database',
  details:
    'Set DATA_DIR to a folder that does not exist yet, or DATABASE_URL to an empty database: data that is there is never\n' +
    'replaced. The backup may be of an earlier version. Its secrets are kept in DATA_DIR; with DATABASE_URL, set them\n' +
    'from there. The passphrase comes from BACKUP_PASSPHRASE, or is asked for on a terminal.',
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
    print(`what ${file} holds is restored, as of ${backup.beginning.madeAt}`);
    sayWhatToSet(context, backup.beginning.secrets);
  },
};

const namedSecrets = ({ serviceSecret, previousServiceSecret, anonKey }: BackupSecrets) =>
  [
    ['service-secret', serviceSecret],
    ['service-secret-previous', previousServiceSecret],
    ['anon-key', anonKey],
  ] as const;

/** What is set for a variable goes before what DATA_DIR holds. */
const givenSecrets = (config: Config) =>
  ({
    'service-secret': config.serviceSecret,
    'service-secret-previous': config.previousServiceSecret,
    'anon-key': config.anonKey,
  }) as const;

/** The restored data could not be read with others. */
async function refuseOtherSecrets(config: Config, secrets: BackupSecrets): Promise<void> {
  for (const [name, secret] of namedSecrets(secrets)) {
    if (secret === undefined) continue;
    const given = givenSecrets(config)[name];
    if (given !== undefined && given !== secret)
      throw new AdminError(
        `${SECRET_VARIABLES[name]} is set to another secret than the backup has: unset it`,
      );
    const kept = await readKeptSecret(config.dataDir, name);
    if (given === undefined && kept !== undefined && kept !== secret) {
      throw new AdminError(
        `${join(config.dataDir, name)} holds another secret than the backup has: set DATA_DIR to a new folder`,
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
    if (leftOut.length > 0) print(`left out, for they are no tables of the service: ${leftOut.join(', ')}`);
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

function sayWhatToSet({ config, print }: StandaloneContext, secrets: BackupSecrets): void {
  for (const [name, secret] of namedSecrets(secrets)) {
    const isReadFromFolder = config.databaseUrl === undefined && name !== 'service-secret-previous';
    if (secret === undefined || isReadFromFolder || givenSecrets(config)[name] !== undefined) continue;
    print(`set ${SECRET_VARIABLES[name]} for the service to what ${join(config.dataDir, name)} holds`);
  }
}
