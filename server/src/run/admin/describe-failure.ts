import { UnusableDatabaseError } from '@tributary/db/connect';
import { EmbeddedPostgresError } from '@tributary/db/embedded/embedded-postgres-error';
import { isDatabaseAway } from '../../platform/errors/is-database-away.ts';
import { ConfigError } from '../../platform/settings/config.ts';
import { BackupError } from '../backup/backup-error.ts';
import { AdminError } from './command.ts';

const FOR_PEOPLE = [AdminError, BackupError, ConfigError, EmbeddedPostgresError, UnusableDatabaseError];

/** What the operator is told about a failed command: a sentence, or the whole error if it is a defect of ours. */
export function describeFailure(error: unknown): unknown {
  if (FOR_PEOPLE.some((kind) => error instanceof kind)) return (error as Error).message;
  if (!isDatabaseAway(error)) return error;
  return `the database went away while the command ran (${(error as Error).message}); run it again when it is back`;
}
