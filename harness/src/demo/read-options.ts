import { parseArgs } from 'node:util';

export interface DemoOptions {
  readonly days: number;
  readonly seed: number;
  /** About how many phones install the app. */
  readonly devices: number;
  /** Undefined: 8787, or another one if that is taken. */
  readonly port: number | undefined;
  /** Ends after the summary instead of serving on. */
  readonly once: boolean;
}

/** An option that is not accepted; the message names it. */
export class OptionError extends Error {
  override name = 'OptionError';
}

export const HELP = `npm run demo -- [options]

Starts the service on a temporary database, plays some weeks of an app through it, prints a summary, and keeps serving
until Ctrl-C, which also removes the database.

  --days 30       days to play, ending now, 1 to 90
  --devices 500   about how many phones install the app, 1 to 5000
  --seed 1        another number is another story, 0 to 999999999
  --port 8787     where it listens; without it, another port is chosen if 8787 is taken
  --once          ends after the summary
  --help          shows this
`;

/**
 * Reads the command line; returns null if it asks for help.
 *
 * @throws OptionError
 */
export function readOptions(args: readonly string[]): DemoOptions | null {
  const values = parse(args);
  if (values.help) return null;
  return {
    days: wholeNumber('--days', values.days, { from: 1, to: 90 }),
    seed: wholeNumber('--seed', values.seed, { from: 0, to: 999_999_999 }),
    devices: wholeNumber('--devices', values.devices, { from: 1, to: 5000 }),
    port: values.port === undefined ? undefined : wholeNumber('--port', values.port, { from: 1, to: 65_535 }),
    once: values.once,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        days: { type: 'string', default: '30' },
        seed: { type: 'string', default: '1' },
        devices: { type: 'string', default: '500' },
        port: { type: 'string' },
        once: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}

function wholeNumber(
  name: string,
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw new OptionError(`${name} must be a whole number from ${from} to ${to}`);
}
