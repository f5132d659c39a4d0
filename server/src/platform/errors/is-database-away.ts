import { DatabaseError } from 'pg';

/**
 * Connection exceptions (class 08), insufficient resources such as a full disk or too many connections (53), objects
 * that someone else holds (55), operator intervention such as a cancelled statement or a shutdown (57), and failures
 * of the system below, such as of its disk (58).
 */
const AWAY = /^(08|53|55|57|58)/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
/** Errors that the driver throws without a code. */
const MESSAGES =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

/** Whether a failure is not caused by the request or the event, but by a database that is currently unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof DatabaseError) return AWAY.test(code);
  if (NETWORK.has(code) || AWAY.test(code) || MESSAGES.test(error.message)) return true;
  return isDatabaseAway(error.cause) || isDatabaseAway('previous' in error ? error.previous : undefined);
}
