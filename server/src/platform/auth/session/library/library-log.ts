import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { isUniqueViolation } from '../../../errors/is-unique-violation.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';

/**
 * The log of the sign-in library. The library logs invalid requests as errors; real failures appear only here, while
 * its response blames the request.
 */
export interface LibraryLog {
  readonly logger: { log(level: Level, message: unknown, ...args: unknown[]): void };
  /** Runs a request of the library; returns its result and the failure that it logged but did not throw, if any. */
  watch<Result>(run: () => Promise<Result>): Promise<{ result: Result; hidden: Error | undefined }>;
}

/** A log for the library that writes no values, on the level debug. */
export function createLibraryLog(log: Logger): LibraryLog {
  const watched = new AsyncLocalStorage<{ hidden: Error | undefined }>();
  return {
    logger: {
      log(level, message, ...args) {
        const failure = [message, ...args].find(isFailure);
        const watch = watched.getStore();
        if (watch) watch.hidden ??= failure;
        log.debug({ source: 'sign-in', said: level, err: failure }, withoutValues(message));
      },
    },
    async watch(run) {
      const seen: { hidden: Error | undefined } = { hidden: undefined };
      return { result: await watched.run(seen, run), hidden: seen.hidden };
    },
  };
}

/** Not a failure: a unique violation (two concurrent sign-ups with one address), or what the library throws on purpose. */
function isFailure(value: unknown): value is Error {
  if (!(value instanceof Error) || value.name === 'APIError') return false;
  return !isUniqueViolation(value);
}

/** Messages end with what the client sent: `Invalid callbackURL: …`, `Sign-up attempt for existing email: …`. */
function withoutValues(message: unknown): string {
  return String(message).split(':', 1)[0] ?? '';
}
