/** A command that cannot be run as it was given; its message says what it takes. */
export class UsageError extends Error {
  override name = 'UsageError';
}
