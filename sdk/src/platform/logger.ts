import type { ClientConfig, LogLevel } from '../config/client-config.ts';

/** The SDK's log. Never receives secrets, tokens or event values. */
export interface Logger {
  /** Whatever the level: an app under development would otherwise lose something for no apparent reason. */
  always(message: string): void;
  error(message: string): void;
  debug(message: string): void;
  verbose(message: string): void;
}

/** The level of a line. */
export type LineLevel = Exclude<LogLevel, 'NONE'>;

/** From the first to the last that is logged; with `NONE`, which is not among them, nothing is. */
const LEVELS: readonly (LogLevel | undefined)[] = ['ERROR', 'DEBUG', 'VERBOSE'];

/** Passes on messages up to the level that the app has set. */
export function createLogger(
  write: (level: LineLevel, message: string) => void,
  { logLevel, debug }: Pick<ClientConfig, 'logLevel' | 'debug'>,
): Logger {
  const last = LEVELS.indexOf(logLevel ?? (debug ? 'DEBUG' : undefined));
  const at = (own: LineLevel) => (message: string) => {
    if (LEVELS.indexOf(own) <= last) write(own, message);
  };
  return {
    always: (message) => write('ERROR', message),
    error: at('ERROR'),
    debug: at('DEBUG'),
    verbose: at('VERBOSE'),
  };
}
