import { DatabaseError } from 'pg';

/**
 * Connection exceptions, too many connections, statement timeouts, and a server that is starting, stopping or that
 * terminated our connection.
 */
const AWAY = /^(08|53300|57014|57P)/;
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

/** Whether a failure is not caused by the request, but by a database that is currently unreachable. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof DatabaseError) return AWAY.test(code);
  if (NETWORK.has(code) || AWAY.test(code) || MESSAGES.test(error.message)) return true;
  return isDatabaseAway(error.cause) || isDatabaseAway('previous' in error ? error.previous : undefined);
}
