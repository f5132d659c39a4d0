import type { ClientConfig, LogLevel } from './config/client-config.ts';
import type { Platform } from './platform/platform.ts';

/** The SDK's log. Never receives secrets, tokens or event values. */
export interface Logger {
  error(message: string): void;
  debug(message: string): void;
  verbose(message: string): void;
}

const LEVELS = ['NONE', 'ERROR', 'DEBUG', 'VERBOSE'] as const satisfies LogLevel[];

/** Passes on messages up to the level that the app has set. */
export function createLogger(
  write: Platform['log'],
  { logLevel, debug }: Pick<ClientConfig, 'logLevel' | 'debug'>,
): Logger {
  const level = logLevel ?? (debug ? 'DEBUG' : 'NONE');
  const at = (own: 'ERROR' | 'DEBUG' | 'VERBOSE') => (message: string) => {
    if (LEVELS.indexOf(own) <= LEVELS.indexOf(level)) write(own, message);
  };
  return { error: at('ERROR'), debug: at('DEBUG'), verbose: at('VERBOSE') };
}
