import type { ClientConfig, LogLevel } from './config/client-config.ts';
import type { Platform } from './platform/platform.ts';

/** The SDK's log. Never receives secrets, tokens or event values. */
export interface Logger {
  error(message: string): void;
  debug(message: string): void;
  verbose(message: string): void;
}

const RANK: Record<LogLevel, number> = { NONE: 0, ERROR: 1, DEBUG: 2, VERBOSE: 3 };

/** Passes on messages up to the level that the app has set. */
export function createLogger(
  write: Platform['log'],
  { logLevel, debug }: Pick<ClientConfig, 'logLevel' | 'debug'>,
): Logger {
  const level = logLevel ?? (debug ? 'DEBUG' : 'NONE');
  const at = (own: 'ERROR' | 'DEBUG' | 'VERBOSE') => (message: string) => {
    if (RANK[own] <= (RANK[level] ?? 0)) write(own, message);
  };
  return { error: at('ERROR'), debug: at('DEBUG'), verbose: at('VERBOSE') };
}
