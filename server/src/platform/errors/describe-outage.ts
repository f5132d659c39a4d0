/** SQLSTATE of PostgreSQL: no space is left on its disk. */
export const DISK_FULL = '53100';

/** What a caller reads of a database that is away: a full disk is named, since someone has to make room. */
export function describeOutage(cause: unknown): string {
  return isDiskFull(cause) ? 'the disk of the database is full' : 'the database does not answer';
}

/** Whether a failure is, or was caused by, a full disk of the database. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === DISK_FULL) return true;
  return isDiskFull(error.cause) || isDiskFull('previous' in error ? error.previous : undefined);
}
