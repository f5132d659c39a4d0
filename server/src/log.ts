import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Config } from './config.ts';
import { describeError } from './describe-error.ts';

/** Where the log goes. */
export interface LogOutput {
  readonly to: DestinationStream;
  /** Whether a person reads it on a terminal. */
  readonly isTerminal: boolean;
}

/** The service's log, without secrets: human-readable lines on a terminal, JSON lines everywhere else. */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  output: LogOutput = openOutput(process.stdout),
): Logger {
  const options = {
    level: logLevel,
    serializers: { err: describeError },
    redact: ['*.authorization', '*.apikey', '*.signature', '*.password', '*.token', '*.secret'],
  };
  return pino(options, output.isTerminal ? forPeople(output.to) : output.to);
}

/**
 * Standard output or error, written synchronously: nothing logged is lost when the process crashes. Lines that cannot
 * be written, for example to a full disk, are dropped; the service continues.
 */
export function openOutput({ fd, isTTY }: { fd: number; isTTY?: boolean }): LogOutput {
  let open = reopen();
  function reopen() {
    const opened = pino.destination({ dest: fd, sync: true });
    // The stream would otherwise buffer what it could not write, and everything after it.
    opened.once('error', () => {
      open = reopen();
    });
    return opened;
  }
  return { to: { write: (line) => open.write(line) }, isTerminal: isTTY === true };
}

function forPeople(to: DestinationStream): DestinationStream {
  const format = prettyFactory({
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname',
    singleLine: true,
  });
  return { write: (line) => to.write(format(line)) };
}
