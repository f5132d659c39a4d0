import { openOrm } from '@tributary/db/orm';
import type { Config } from '../../platform/settings/config.ts';
import { announceChanges } from '../../platform/store/changes/announce-changes.ts';
import { type AdminCommand, type StandaloneContext, UsageError } from './command.ts';
import { backup } from './commands/backup.ts';
import { calibrate } from './commands/calibrate.ts';
import { distributeCommand } from './commands/distribute.ts';
import { doctor } from './commands/doctor.ts';
import { importCommand } from './commands/import.ts';
import { links } from './commands/links.ts';
import { listAccounts } from './commands/list-accounts.ts';
import { mendDevices } from './commands/mend-devices.ts';
import { queues } from './commands/queues.ts';
import { rebuildRollupsCommand } from './commands/rebuild-rollups.ts';
import { refit } from './commands/refit.ts';
import { resetPassword } from './commands/reset-password.ts';
import { restore } from './commands/restore.ts';
import { rotateSecret } from './commands/rotate-secret.ts';
import { setAccountActive, setAppActive } from './commands/set-active.ts';
import { setAppLinks } from './commands/set-app-links.ts';
import { setPlan } from './commands/set-plan.ts';
import { signInLink } from './commands/sign-in-link.ts';
import { upgradeCheck } from './commands/upgrade-check.ts';
import { openExistingDatabase } from './open-existing-database.ts';
import { unattended } from './terminal.ts';

export const ADMIN_COMMANDS: Readonly<Record<string, AdminCommand>> = {
  'list-accounts': listAccounts,
  'set-plan': setPlan,
  'deactivate-account': setAccountActive(false),
  'activate-account': setAccountActive(true),
  'deactivate-app': setAppActive(false),
  'activate-app': setAppActive(true),
  'allow-app-links': setAppLinks(true),
  'forbid-app-links': setAppLinks(false),
  'reset-password': resetPassword,
  'sign-in-link': signInLink,
  backup,
  restore,
  'upgrade-check': upgradeCheck,
  'rotate-secret': rotateSecret,
  'rebuild-rollups': rebuildRollupsCommand,
  'mend-devices': mendDevices,
  import: importCommand,
  links,
  queues,
  distribute: distributeCommand,
  calibrate,
  refit,
  doctor,
};

/** The parsed arguments after `npm run admin --`. */
type CommandLine = { help: string } | ({ name: string; command: AdminCommand } & Given);

interface Given {
  readonly args: readonly string[];
  readonly flags: ReadonlySet<string>;
}

/** @throws UsageError for an unknown command or invalid arguments. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const [first, ...rest] = argv;
  if (first === undefined) throw new UsageError(helpText());
  if (isHelp(first) && rest.length === 0) return { help: helpText() };
  const [name = '', ...given] = isHelp(first) ? rest : argv;
  const command = Object.hasOwn(ADMIN_COMMANDS, name) ? ADMIN_COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`there is no command ${name}\n\n${helpText()}`);
  if (isHelp(first) || given.some(isHelp)) return { help: helpOf(name, command) };
  const isFlag = (word: string) => command.flags?.includes(word) === true;
  const args = inOrder(
    given.filter((word) => !isFlag(word)),
    command.options ?? [],
  );
  const expected = command.args.length + (command.options?.length ?? 0);
  const most = expected + (command.optionalArgs?.length ?? 0);
  if (args.length < expected || args.length > most || args.some((arg) => arg.startsWith('-')))
    throw new UsageError(usage(name, command));
  return { name, command, args, flags: new Set(given.filter(isFlag)) };
}

type RunOptions = Partial<Pick<StandaloneContext, 'terminal' | 'signal' | 'backupKeyCost'>>;

/** The arguments, then the options' values, wherever they were given. */
function inOrder(words: readonly string[], options: readonly string[]): string[] {
  const args = [...words];
  const values = options.flatMap((option) => {
    const at = args.indexOf(option);
    return at === -1 ? [] : args.splice(at, 2).slice(1);
  });
  return [...args, ...values];
}

/**
 * Runs the command given by the arguments, on the data given by the configuration.
 *
 * @throws UsageError for invalid arguments; AdminError, ConfigError and others with messages for the operator.
 */
export async function runAdmin(
  config: Config,
  argv: readonly string[],
  print: (line: string) => void,
  { terminal = unattended(print), signal = new AbortController().signal, backupKeyCost }: RunOptions = {},
): Promise<void> {
  const line = readCommandLine(argv);
  if ('help' in line) return print(line.help);
  try {
    await runCommand(line.command, { config, clock: Date.now, print, terminal, signal, backupKeyCost }, line);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n${usage(line.name, line.command)}`);
  }
}

async function runCommand(command: AdminCommand, context: StandaloneContext, { args, flags }: Given) {
  if ('runStandalone' in command) return command.runStandalone(context, args);
  const database = await openExistingDatabase(context.config, command.takesEarlierVersions === true);
  try {
    const orm = openOrm(database.url, { poolSize: 2 });
    announceChanges(orm);
    try {
      await command.run({ ...context, databaseUrl: database.url, em: orm.em.fork() }, args, flags);
    } finally {
      await orm.close(true);
    }
  } finally {
    await database.close();
  }
}

const isHelp = (word: string) => ['help', '--help', '-h'].includes(word);

const synopsis = (name: string, { args, optionalArgs = [], options = [], flags = [] }: AdminCommand) =>
  [
    name,
    ...args.map((arg) => `<${arg}>`),
    ...optionalArgs.map((arg) => `[${arg}]`),
    ...options.map((option) => `${option} <${option.slice(2)}>`),
    ...flags.map((flag) => `[${flag}]`),
  ].join(' ');

const usage = (name: string, command: AdminCommand) => `usage: npm run admin -- ${synopsis(name, command)}`;

function helpOf(name: string, command: AdminCommand): string {
  return [usage(name, command), '', command.help, ...(command.details ? ['', command.details] : [])].join(
    '\n',
  );
}

function helpText(): string {
  const lines = Object.entries(ADMIN_COMMANDS).map(
    ([name, command]) => `  ${synopsis(name, command).padEnd(36)} ${command.help}`,
  );
  return [
    'usage: npm run admin -- <command>',
    '',
    ...lines,
    '',
    'npm run admin -- help <command> shows details. All commands use the DATA_DIR or DATABASE_URL of the service.',
  ].join('\n');
}
