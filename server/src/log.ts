import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Config } from './config.ts';
import { describeError } from './describe-error.ts';

/** Where the log goes, and who reads it there. */
export interface LogOutput {
  readonly to: DestinationStream;
  /** A terminal: a person reads it. */
  readonly isTerminal: boolean;
}

/** The service's log, without secrets: lines for people on a terminal, JSON lines for programs everywhere else. */
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
 * Standard output or error. Written to at once: what was logged is there even when the process dies of it. What cannot
 * be written, as on a full disk, is lost; the service goes on.
 */
export function openOutput({ fd, isTTY }: { fd: number; isTTY?: boolean }): LogOutput {
  let open = openAnew();
  function openAnew() {
    const opened = pino.destination({ dest: fd, sync: true });
    // It would keep what it could not write, and all that comes after it.
    opened.once('error', () => {
      open = openAnew();
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
