import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** An option of a command. Without a default it may be left out, and is undefined then; a flag is false. */
type Option = { readonly about: string } & (
  | { readonly type: 'flag' }
  | { readonly type: 'text'; readonly value: string; readonly default?: string }
  | {
      readonly type: 'choice';
      readonly of: readonly string[];
      readonly value?: string;
      readonly default?: string;
    }
  | NumberOption
);

interface NumberOption {
  /** `count`: a whole number; `number`: also a fraction. */
  readonly type: 'count' | 'number';
  readonly default?: number;
  /** The smallest that is taken; 0 by default. */
  readonly from?: number;
  /** The largest that is taken. */
  readonly to?: number;
}

export type Options = Readonly<Record<string, Option>>;

type Read<Given extends Option> = Given extends { readonly type: 'flag' }
  ? boolean
  : Given extends { readonly type: 'choice'; readonly of: readonly (infer Word)[] }
    ? Word | Absent<Given>
    : Given extends { readonly type: 'text' }
      ? string | Absent<Given>
      : number | Absent<Given>;
type Absent<Given extends Option> = Given extends { readonly default: unknown } ? never : undefined;

/** The values of a command's options, by name. */
export type OptionValues<Given extends Options> = { readonly [Name in keyof Given]: Read<Given[Name]> };

/**
 * Reads a command line.
 *
 * @throws UsageError naming the option that is unknown, or whose value is not taken
 */
export function readOptions<const Given extends Options>(
  args: readonly string[],
  options: Given,
): { values: OptionValues<Given>; words: string[] } {
  const { values, positionals } = parse(args, options);
  const read = Object.entries(options).map(([name, option]) => [
    name,
    readValue(`--${name}`, option, values[name]),
  ]);
  return { values: Object.fromEntries(read) as OptionValues<Given>, words: positionals };
}

/** A line for each option: its name, its default or what it takes, and what it is about. */
export function describeOptions(options: Options): string[] {
  const rows = Object.entries(options).map(([name, option]) => [`--${name}${example(option)}`, option.about]);
  const width = Math.max(0, ...rows.map(([left = '']) => left.length));
  return rows.map(([left = '', about]) => `${left.padEnd(width)}   ${about}`);
}

function parse(
  args: readonly string[],
  options: Options,
): { values: Record<string, unknown>; positionals: string[] } {
  const known = Object.entries(options).map(([name, { type }]) => [
    name,
    { type: type === 'flag' ? ('boolean' as const) : ('string' as const) },
  ]);
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(known), allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readValue(name: string, option: Option, given: unknown): unknown {
  if (option.type === 'flag') return given === true;
  if (typeof given !== 'string') return option.default;
  if (option.type === 'text') return given;
  if (option.type === 'choice') {
    if (option.of.includes(given)) return given;
    throw new UsageError(`${name} must be one of ${option.of.join(', ')}`);
  }
  return readNumber(name, option, given);
}

function readNumber(name: string, { type, from = 0, to }: NumberOption, given: string): number {
  const form = type === 'count' ? /^\d{1,15}$/ : /^\d{1,15}(\.\d+)?$/;
  const number = form.test(given) ? Number(given) : Number.NaN;
  if (number >= from && number <= (to ?? Number.POSITIVE_INFINITY)) return number;
  const range = to === undefined ? `of ${from} or more` : `from ${from} to ${to}`;
  throw new UsageError(`${name} must be a ${type === 'count' ? 'whole ' : ''}number ${range}`);
}

function example(option: Option): string {
  if (option.type === 'flag') return '';
  if (option.default !== undefined) return ` ${option.default}`;
  if (option.type === 'text') return ` ${option.value}`;
  return option.type === 'choice' ? ` ${option.value ?? option.of.join('|')}` : ' N';
}
