import { DatabaseError } from 'pg';

/**
 * Connection exceptions, too many connections, a statement that took too long, and a server that is starting, stopping
 * or killed our connection.
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
/** The driver says these without a code. */
const MESSAGES =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

/** Whether a failure says nothing of the request, only that the database cannot be reached now. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof DatabaseError) return AWAY.test(code);
  if (NETWORK.has(code) || AWAY.test(code) || MESSAGES.test(error.message)) return true;
  return isDatabaseAway(error.cause) || isDatabaseAway('previous' in error ? error.previous : undefined);
}
