import { findRunningPostgres } from '@tributary/db/embedded/start-embedded-postgres';
import { migrate } from '@tributary/db/migrate';
import { openOrm } from '@tributary/db/orm';
import { announceChanges } from '../changes/announce-changes.ts';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { givenDatabase, type OpenDatabase, openDatabase } from '../open-database.ts';
import { type AdminCommand, AdminError } from './command.ts';
import { doctor } from './commands/doctor.ts';
import { queues } from './commands/queues.ts';
import { rebuildRollupsCommand } from './commands/rebuild-rollups.ts';
import { rotateSecret } from './commands/rotate-secret.ts';
import { setAccountActive, setAppActive } from './commands/set-active.ts';
import { setPlan } from './commands/set-plan.ts';

export const ADMIN_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  'set-plan': setPlan,
  'deactivate-account': setAccountActive(false),
  'activate-account': setAccountActive(true),
  'deactivate-app': setAppActive(false),
  'activate-app': setAppActive(true),
  'rotate-secret': rotateSecret,
  'rebuild-rollups': rebuildRollupsCommand,
  queues,
  doctor,
};

/** Runs the command that the arguments name on the database that the configuration names. @throws AdminError */
export async function runAdmin(
  config: Config,
  argv: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const [name, ...args] = argv;
  if (name === undefined || name === 'help' || name === '--help') return print(helpText());
  const command = Object.hasOwn(ADMIN_COMMANDS, name) ? ADMIN_COMMANDS[name] : undefined;
  if (!command) throw new AdminError(`there is no command ${name}\n${helpText()}`);
  if (args.length !== command.args.length) throw new AdminError(`usage: ${usage(name, command)}`);

  const database = await openAdminDatabase(config);
  const orm = await openOrm(database.url, { poolSize: 2 });
  announceChanges(orm);
  try {
    await command.run({ config, databaseUrl: database.url, em: orm.em.fork(), clock: Date.now, print }, args);
  } finally {
    await orm.close(true);
    await database.close();
  }
}

/** Beside a running server its PostgreSQL is used; without one, it is started for as long as the command takes. */
async function openAdminDatabase(config: Config): Promise<OpenDatabase> {
  const running = config.databaseUrl === undefined ? findRunningPostgres(config.dataDir) : undefined;
  if (running !== undefined) return givenDatabase(running);
  const database = await openDatabase(config, createLog({ logLevel: 'warn' }));
  await migrate(database.url);
  return database;
}

function usage(name: string, command: AdminCommand): string {
  return ['npm run admin --', name, ...command.args.map((arg) => `<${arg}>`)].join(' ');
}

function helpText(): string {
  const lines = Object.entries(ADMIN_COMMANDS).map(
    ([name, command]) =>
      `  ${[name, ...command.args.map((arg) => `<${arg}>`)].join(' ').padEnd(36)} ${command.help}`,
  );
  return ['Usage: npm run admin -- <command>', '', ...lines].join('\n');
}
