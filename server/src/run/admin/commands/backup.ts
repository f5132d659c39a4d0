import { resolve } from 'node:path';
import { readSecrets } from '../../../platform/auth/secrets/load-secrets.ts';
import { dumpDatabase } from '../../backup/dump-database.ts';
import { noteBackup } from '../../backup/last-backup.ts';
import { writeBackup } from '../../backup/write-backup.ts';
import { askPassphrase } from '../ask-passphrase.ts';
import type { AdminCommand } from '../command.ts';
import { describeBytes } from '../describe-bytes.ts';

/** Writes the whole database and the secrets to one file. */
export const backup: AdminCommand = {
  args: ['file'],
  help: 'writes everything into one encrypted file, with or without a running service',
  details:
    'The file holds the database as of one moment and the secrets (SERVICE_SECRET, ANON_KEY), encrypted with\n' +
    'BACKUP_PASSPHRASE, which is asked for on a terminal if it is not set. Without it no one can read the backup, not\n' +
    'even you: keep it separate from the file. The file must not exist yet; it appears when it is complete.',
  takesEarlierVersions: true,
  async run({ config, databaseUrl, clock, print, terminal, signal, backupKeyCost }, [name = '']) {
    const file = resolve(name);
    const { serviceSecret, previousServiceSecret, anonKey } = await readSecrets(config);
    const passphrase = await askPassphrase(config, terminal, { twice: true });
    const at = clock();
    const records = dumpDatabase(databaseUrl, {
      secrets: {
        serviceSecret,
        anonKey,
        ...(previousServiceSecret !== undefined && { previousServiceSecret }),
      },
      madeAt: new Date(at),
      onTable: (table, bytes) => terminal.progress(`${table}: ${describeBytes(bytes)}`),
    });
    const size = await writeBackup(file, passphrase, records, signal, backupKeyCost);
    await noteBackup(config.dataDir, { at, file });
    print(`backed up everything to ${file} (${describeBytes(size)})`);
  },
};
