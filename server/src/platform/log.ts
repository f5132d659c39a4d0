import { EVENT_FIELDS, type EventFieldSpec } from '@tributary/sdk/wire/event-fields';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { describeError } from './errors/describe-error.ts';
import { isDatabaseAway } from './errors/is-database-away.ts';
import type { Config } from './settings/config.ts';

/** What no line may contain, wherever an object has it: secrets, and fields of events that may identify someone. */
const REDACTED = [
  ...['authorization', 'apikey', 'password', 'token', 'secret'],
  ...Object.entries<EventFieldSpec>(EVENT_FIELDS).flatMap(([name, { personal }]) => (personal ? [name] : [])),
].map((name) => `*.${name}`);

type LogHook = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Where the log goes. */
export interface LogOutput {
  readonly to: DestinationStream;
  /** Whether a person reads it on a terminal. */
  readonly isTerminal: boolean;
}

/** Our own stop signal may arrive a moment later than PostgreSQL's. In ms. */
const STOP_MAY_FOLLOW_MS = 500;

/**
 * Where a stop reaches every process, PostgreSQL ends its sessions while this process finishes its work: that is no news
 * in an ordinary stop. Without a stop it is, a moment later.
 */
function leaveOutLostSessions(isStopping: () => boolean): LogHook {
  return function log(args, method) {
    const [first] = args as unknown[];
    const { err } = (first ?? {}) as { err?: unknown };
    if (!isDatabaseAway(err)) return method.apply(this, args);
    if (isStopping()) return;
    setTimeout(() => isStopping() || method.apply(this, args), STOP_MAY_FOLLOW_MS).unref();
  };
}

/**
 * The service's log, without secrets: human-readable lines on a terminal, JSON lines everywhere else.
 *
 * @param isStopping whether an ordinary stop is under way, in which lost database sessions are no news.
 */
export function createLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  output: LogOutput = openOutput(process.stdout),
  isStopping?: () => boolean,
): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    ...(isStopping && { hooks: { logMethod: leaveOutLostSessions(isStopping) } }),
    serializers: { err: describeError },
    redact: REDACTED,
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
