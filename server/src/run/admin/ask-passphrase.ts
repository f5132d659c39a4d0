import type { Config } from '../../platform/settings/config.ts';
import { AdminError } from './command.ts';
import type { Terminal } from './terminal.ts';

const SHORTEST = 12;

/**
 * The passphrase of a backup: BACKUP_PASSPHRASE, or typed by the operator. It is asked for twice when a typing error
 * would otherwise go unnoticed.
 */
export async function askPassphrase(
  { backupPassphrase }: Config,
  terminal: Terminal,
  { twice }: { twice: boolean },
): Promise<string> {
  if (backupPassphrase !== undefined) return backupPassphrase;
  const first = await terminal.askSecret('Backup passphrase: ');
  if (first === undefined)
    throw new AdminError(
      'set BACKUP_PASSPHRASE to the passphrase of the backup; there is no terminal to ask on',
    );
  if (first.length < SHORTEST) throw new AdminError(`a passphrase must have ${SHORTEST} characters or more`);
  if (twice && (await terminal.askSecret('Repeat the passphrase: ')) !== first)
    throw new AdminError('the passphrases do not match');
  return first;
}
