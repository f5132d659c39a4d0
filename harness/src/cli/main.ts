import { UsageError } from '../command-line/usage-error.ts';
import { breakSdk, isMistake, MISTAKES } from '../soak/break-sdk.ts';

type Command = (args: string[]) => Promise<number>;

/** `npm run harness -- <command> [arguments]`; each is loaded only when it runs. */
const COMMANDS: Record<
  string,
  { readonly about: string; readonly options: readonly string[]; load(): Promise<Command> }
> = {
  run: {
    about: 'a scenario: simulated devices, trouble, and a verdict per expectation',
    options: [
      '<file>              the scenario, YAML or JSON',
      '--seed N            the same seed plays the same run again; default 1',
      '--devices N         instead of the number in the file',
      '--url URL           against a running service, with --anon-key or --key',
      '--anon-key KEY      creates an account for the run, and compares what the service stores',
      '--key svc_...       uses an existing app; only what the service answers is known',
      "--in-memory         the service's checks without a database: quickest",
      '--out FOLDER        where the reports go; default harness-report',
    ],
    load: async () => (await import('../scenario-runs/run-command.ts')).runScenarioCommand,
  },
  validate: {
    about: 'whether scenario files can be run',
    options: ['<file> ...'],
    load: async () => (await import('../scenario-runs/validate-command.ts')).runValidateCommand,
  },
  schema: {
    about: 'the JSON Schema of scenario files, for editors',
    options: [],
    load: async () => (await import('../scenario-runs/schema-command.ts')).runSchemaCommand,
  },
  soak: {
    about: 'random faults against the SDK, and whether every promised event is stored exactly once',
    options: [
      '--schedules N       devices, each with faults of its own; default 50',
      '--minutes N         for that long instead',
      '--seed N            the first schedule; default 1',
      '--storage KIND      files or rows; default both',
      '--faults 1,4        only these faults of the schedule: what a failure prints',
      `--break MISTAKE     a mistake in the SDK, which must be found: ${Object.keys(MISTAKES).join(', ')}`,
    ],
    load: async () => (await import('../soak/soak-command.ts')).runSoakCommand,
  },
};

const [name = '', ...args] = process.argv.slice(2);
const asksForHelp = name === 'help' || [name, ...args].some((word) => /^(--help|-h)$/.test(word));
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (asksForHelp) {
  console.log(describeUsage());
  process.exit(0);
}
if (command === undefined) {
  console.error(describeUsage());
  process.exit(2);
}
loadMistake(args);
try {
  process.exitCode = await (await command.load())(args);
} catch (error) {
  if (!isUsageError(error)) throw error;
  console.error(`${name}: ${error.message}`);
  process.exitCode = 2;
}

/** `--break <mistake>` shows that the soak finds a mistake in the SDK. */
function loadMistake(given: readonly string[]): void {
  const at = given.indexOf('--break');
  if (at < 0) return;
  const mistake = given[at + 1] ?? '';
  if (isMistake(mistake)) {
    breakSdk(mistake);
    return;
  }
  console.error(`--break must be one of ${Object.keys(MISTAKES).join(', ')}`);
  process.exit(2);
}

/** Whether the command was given wrongly: an option that parseArgs does not know, or a value that it does not take. */
function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** What the command takes, or which commands there are. */
function describeUsage(): string {
  if (command)
    return [
      `usage: npm run harness -- ${name} [options]: ${command.about}\n`,
      ...command.options.map((option) => `  ${option}`),
    ].join('\n');
  return [
    'usage: npm run harness -- <command> [options], or <command> --help\n',
    ...Object.entries(COMMANDS).map(([each, { about }]) => `  ${each.padEnd(10)}${about}`),
  ].join('\n');
}
