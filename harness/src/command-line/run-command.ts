import type { Command } from './command.ts';
import { UsageError } from './usage-error.ts';

/** As most programs end whose command line is wrong. */
const WRONG_USAGE = 2;

const asksForHelp = (args: readonly string[]) => args.some((word) => word === '--help' || word === '-h');

/** Runs a command, or prints its help. @param call how it is called, such as `npm run bench -- ingest` */
export async function runCommand(call: string, command: Command, args: readonly string[]): Promise<void> {
  if (asksForHelp(args)) return console.log(command.help(call));
  try {
    await command.run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = WRONG_USAGE;
  }
}

/** Commands by name; each is loaded only when it is needed. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;

/**
 * Runs the command that the first word names. @param call how the program is called, such as `npm run bench --`
 */
export async function runOneOf(call: string, commands: Commands, args: readonly string[]): Promise<void> {
  const [name = '', ...rest] = args;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load !== undefined) return runCommand(`${call} ${name}`, await load(), rest);
  const list = await listCommands(call, commands);
  if (name === 'help' || asksForHelp(args)) return console.log(list);
  console.error(list);
  process.exitCode = WRONG_USAGE;
}

async function listCommands(call: string, commands: Commands): Promise<string> {
  const lines = Object.entries(commands).map(async ([name, load]) => {
    const [sentence] = (await load()).about.replaceAll('\n', ' ').split(/(?<=\.) /);
    return `  ${name.padEnd(13)}${sentence}`;
  });
  return [`usage: ${call} <command> [options], or <command> --help\n`, ...(await Promise.all(lines))].join(
    '\n',
  );
}
