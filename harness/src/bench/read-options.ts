import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';

interface BenchOption extends ParseArgsOptionDescriptor {
  /** What `--help` says about it. */
  readonly about: string;
}

/** Thrown where a bench is asked for its options; the message is the text to show. */
export class HelpRequest extends Error {
  override name = 'HelpRequest';
}

/**
 * Reads a bench's command line.
 *
 * @param about what the bench measures, for `--help`
 * @throws HelpRequest if it is asked for
 */
export function readOptions<const Options extends Record<string, BenchOption>>(
  args: string[],
  about: string,
  options: Options,
) {
  if (args.includes('--help') || args.includes('-h')) throw new HelpRequest(describe(about, options));
  return parseArgs({ args, options }).values;
}

function describe(about: string, options: Record<string, BenchOption>): string {
  const rows = Object.entries(options).map(([name, option]): [string, string] => [
    [`--${name}`, ...(typeof option.default === 'string' ? [option.default] : [])].join(' '),
    option.about,
  ]);
  const width = Math.max(...rows.map(([left]) => left.length));
  return [about, '', ...rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}`)].join('\n');
}
