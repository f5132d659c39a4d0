import type { Config } from '../config.ts';
import { AdminError } from './command.ts';
import type { Terminal } from './terminal.ts';

const SHORTEST = 12;

/**
 * What a backup is sealed with: BACKUP_PASSPHRASE, else what the operator types, twice where nothing would tell that it
 * was mistyped.
 */
export async function askPassphrase(
  { backupPassphrase }: Config,
  terminal: Terminal,
  { twice }: { twice: boolean },
): Promise<string> {
  if (backupPassphrase !== undefined) return backupPassphrase;
  const first = await terminal.askSecret('Passphrase of the backup: ');
  if (first === undefined)
    throw new AdminError(
      'set BACKUP_PASSPHRASE to the passphrase of the backup; here is no terminal to ask for it',
    );
  if (first.length < SHORTEST) throw new AdminError(`a passphrase has ${SHORTEST} characters or more`);
  if (twice && (await terminal.askSecret('The same again: ')) !== first)
    throw new AdminError('the passphrases differ');
  return first;
}
