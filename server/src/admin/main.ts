import { UnusableDatabaseError } from '@tributary/db/connect';
import { EmbeddedPostgresError } from '@tributary/db/embedded/embedded-postgres-error';
import { BackupError } from '../backup/backup-error.ts';
import { ConfigError, readConfig } from '../config.ts';
import { AdminError, UsageError } from './command.ts';
import { readCommandLine, runAdmin } from './run-admin.ts';
import { openTerminal } from './terminal.ts';

const FOR_PEOPLE = [AdminError, BackupError, ConfigError, EmbeddedPostgresError, UnusableDatabaseError];

/** How long an interrupted command may take to clean up before it is killed, in ms. */
const TIDY_MS = 1000;
const INTERRUPTED = 130;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stop.abort();
    setTimeout(() => process.exit(INTERRUPTED), TIDY_MS).unref();
  });
}

try {
  const argv = process.argv.slice(2);
  const line = readCommandLine(argv);
  const terminal = openTerminal(process);
  // Help must work even if the settings are invalid.
  if ('help' in line) terminal.print(line.help);
  else {
    const config = readConfig(process.env, { bringsSecrets: 'bringsSecrets' in line.command });
    await runAdmin(config, argv, terminal.print, { terminal, signal: stop.signal });
  }
} catch (error) {
  const forPeople = FOR_PEOPLE.some((kind) => error instanceof kind);
  if (stop.signal.aborted) process.exit(INTERRUPTED);
  console.error(forPeople ? (error as Error).message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
