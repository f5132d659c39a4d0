/** What the package has in place of `pg`: no error is one of PostgreSQL's. */
export class DatabaseError extends Error {
  readonly code: string | undefined = undefined;
}
