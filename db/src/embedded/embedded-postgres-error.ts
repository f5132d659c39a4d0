/** Why the embedded PostgreSQL does not start, as a sentence for the person who runs the service. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
