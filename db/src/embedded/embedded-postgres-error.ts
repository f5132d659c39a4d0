/** Why the embedded PostgreSQL does not start, written for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
