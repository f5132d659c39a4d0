import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { AppError, unexpected } from './errors.ts';

/** The AppError behind anything that was thrown; an unexpected error becomes INTERNAL_ERROR with it as the cause. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof ZodError) return new AppError('VALIDATION_ERROR', describeIssues(thrown));
  if (!(thrown instanceof TRPCError)) return unexpected(thrown);
  if (thrown.cause instanceof AppError) return thrown.cause;
  if (thrown.code === 'BAD_REQUEST') return fromBadRequest(thrown);
  if (thrown.code === 'PARSE_ERROR') return new AppError('VALIDATION_ERROR', 'the request body is malformed');
  if (thrown.code === 'METHOD_NOT_SUPPORTED') return new AppError('METHOD_NOT_ALLOWED', 'method not allowed');
  return thrown.code === 'NOT_FOUND'
    ? new AppError('NOT_FOUND', 'no such procedure')
    : unexpected(thrown.cause ?? thrown);
}

function fromBadRequest(thrown: TRPCError): AppError {
  if (thrown.cause instanceof ZodError) return toAppError(thrown.cause);
  return new AppError('VALIDATION_ERROR', 'the request body is malformed');
}

/** The most clauses in a message, and the most characters quoted of a name. */
const MOST_CLAUSES = 20;
const MAX_NAME_LENGTH = 64;

/** One clause per argument, with its first problem: `p_slug: must …; p_colour: unknown argument`. */
function describeIssues(error: ZodError): string {
  const problems = new Map<string, string>();
  for (const [name, problem] of error.issues.flatMap((issue) => problemsOf(issue))) {
    if (!problems.has(name)) problems.set(name, problem);
  }
  const clauses = [...problems].map(([name, problem]) => (name ? `${name}: ${problem}` : problem));
  const more = clauses.length - MOST_CLAUSES;
  return [...clauses.slice(0, MOST_CLAUSES), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

type Issue = ZodError['issues'][number];

function problemsOf(issue: Issue, at: PropertyKey[] = []): [name: string, problem: string][] {
  const path = [...at, ...issue.path];
  const nameOf = (names: PropertyKey[]) =>
    names.map((name) => String(name).slice(0, MAX_NAME_LENGTH)).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [nameOf([...path, key]), 'unknown argument']);
  }
  // An issue does not tell whether its message is a schema's of ours: those of the library begin so.
  const ownWords = !issue.message.startsWith('Invalid input');
  // Of several alternatives, the last is the one that callers usually mean: "" or a link, a string or an object.
  const meant = issue.code === 'invalid_union' && !ownWords ? issue.errors.at(-1) : undefined;
  if (meant) return meant.flatMap((inner) => problemsOf(inner, path));
  const wrongType = issue.code === 'invalid_type' && !ownWords;
  return [[nameOf(path), wrongType ? typeProblem(issue, path) : issue.message]];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function typeProblem({ expected, message }: Issue & { code: 'invalid_type' }, path: PropertyKey[]): string {
  if (path.length === 0) return 'the arguments must be an object';
  // Only the library's message tells an argument that is left out from a wrong one.
  if (message.endsWith('received undefined')) return 'is missing';
  return `must be ${TYPES[expected] ?? expected}`;
}
