import type { Logger } from 'pino';
import { createLog } from '../platform/log.ts';

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** A log whose lines a test can read. */
export interface CapturedLog {
  readonly log: Logger;
  /** The complete text as written. */
  text(): string;
  lines(): LogLine[];
  clear(): void;
}

/** A log that is kept in memory. */
export function captureLog(logLevel: 'info' | 'debug' | 'trace' = 'info'): CapturedLog {
  const written: string[] = [];
  const log = createLog({ logLevel }, { to: { write: (line) => written.push(line) }, isTerminal: false });
  return {
    log,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as LogLine),
    clear: () => void written.splice(0),
  };
}
