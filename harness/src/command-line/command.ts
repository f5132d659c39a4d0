import { describeOptions, type Options, type OptionValues, readOptions } from './read-options.ts';
import { UsageError } from './usage-error.ts';

/** Something that a person runs: its help, and what it does with a command line. */
export interface Command {
  /** Its first sentence says in short what it does. */
  readonly about: string;
  /** Its help. @param call how it is called, such as `npm run bench -- ingest` */
  help(call: string): string;
  /** Sets `process.exitCode` to 1 if what it looks for is found wanting. @throws UsageError */
  run(args: readonly string[]): Promise<void>;
}

interface CommandParts<Given extends Options> {
  readonly about: string;
  readonly options: Given;
  /** What it takes beside options, such as `<file>`; nothing by default. */
  readonly words?: string;
  run(values: OptionValues<Given>, words: readonly string[]): Promise<void>;
}

/** Makes a command of its options and what it does with their values. */
export function defineCommand<const Given extends Options>(parts: CommandParts<Given>): Command {
  const { about, options, words: expected } = parts;
  return {
    about,
    help: (call) =>
      [
        `usage: ${[call, expected, '[options]'].filter(Boolean).join(' ')}\n\n${about}\n`,
        ...describeOptions(options).map((line) => `  ${line}`),
      ].join('\n'),
    async run(args) {
      const { values, words } = readOptions(args, options);
      if (expected === undefined && words.length > 0) throw new UsageError(`${words[0]} is not expected`);
      await parts.run(values, words);
    },
  };
}
