import { breakSdk, isMistake, MISTAKES } from '../soak/break-sdk.ts';

type Command = (args: string[]) => Promise<number>;

/** `npm run harness -- <command> [arguments]`; each is loaded only when it runs. */
const COMMANDS: Record<string, { readonly about: string; load(): Promise<Command> }> = {
  run: {
    about: 'a scenario: simulated devices, trouble, and a verdict per expectation',
    load: async () => (await import('../scenario-runs/run-command.ts')).runScenarioCommand,
  },
  validate: {
    about: 'whether scenario files can be run',
    load: async () => (await import('../scenario-runs/validate-command.ts')).runValidateCommand,
  },
  schema: {
    about: 'the JSON Schema of scenario files, for editors',
    load: async () => (await import('../scenario-runs/schema-command.ts')).runSchemaCommand,
  },
  soak: {
    about: 'random faults against the SDK, and whether every promised event is stored exactly once',
    load: async () => (await import('../soak/soak-command.ts')).runSoakCommand,
  },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (command === undefined) {
  console.error('usage: npm run harness -- <command> [options]\n');
  for (const [each, { about }] of Object.entries(COMMANDS)) console.error(`  ${each.padEnd(10)}${about}`);
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
  if (!(error instanceof Error)) return false;
  return error.name === 'UsageError' || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
}
