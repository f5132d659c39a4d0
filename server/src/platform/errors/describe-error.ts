/** Fields of errors that describe the failure and contain no stored or received data. */
const FIELDS = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'] as const;
/** How many causes are followed; a chain may be circular. */
const MAX_DEPTH = 5;

/**
 * An error as it is logged: its name, the first line of its message, a few known fields, its stack and its causes.
 *
 * The database and its drivers put whole rows into the other fields and lines: e-mail addresses, encrypted secrets,
 * hashes.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: Object.prototype.toString.call(error) };
  return {
    type: error.name,
    message: error.message.split('\n', 1)[0],
    ...Object.fromEntries(FIELDS.flatMap((name) => knownField(error, name))),
    stack: framesOf(error),
    ...(depth < MAX_DEPTH && nested(error, depth + 1)),
  };
}

function knownField(error: Error, name: string): [string, unknown][] {
  const value: unknown = (error as Error & Record<string, unknown>)[name];
  return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
}

function framesOf({ stack }: Error): string {
  const lines = stack?.split('\n') ?? [];
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}

function nested(error: Error, depth: number): object {
  const cause = error.cause ?? ('previous' in error ? error.previous : undefined);
  return {
    ...(cause instanceof Error && { cause: describeError(cause, depth) }),
    ...(error instanceof AggregateError && {
      errors: error.errors.slice(0, MAX_DEPTH).map((each) => describeError(each, depth)),
    }),
  };
}
