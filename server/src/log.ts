import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** The service's log: JSON lines on standard output, without secrets. */
export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: config.logLevel,
    redact: ['*.authorization', '*.apikey', '*.signature', '*.password', '*.token', '*.secret'],
  });
}
