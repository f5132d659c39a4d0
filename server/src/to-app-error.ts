import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { AppError, unexpected } from './errors.ts';

/** The AppError behind anything that was thrown; what nobody foresaw becomes INTERNAL_ERROR with it as the cause. */
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

/** Clauses that one message has at most, and letters that it quotes of a name. */
const MOST_CLAUSES = 20;
const MOST_LETTERS = 64;

/** One clause an argument, the first of what is wrong with it: `p_slug: must …; p_colour: unknown argument`. */
function describeIssues(error: ZodError): string {
  const complaints = new Map<string, string>();
  for (const [name, complaint] of error.issues.flatMap((issue) => complaintsOf(issue))) {
    if (!complaints.has(name)) complaints.set(name, complaint);
  }
  const clauses = [...complaints].map(([name, complaint]) => (name ? `${name}: ${complaint}` : complaint));
  const more = clauses.length - MOST_CLAUSES;
  return [...clauses.slice(0, MOST_CLAUSES), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

type Issue = ZodError['issues'][number];

function complaintsOf(issue: Issue, at: PropertyKey[] = []): [name: string, complaint: string][] {
  const path = [...at, ...issue.path];
  const nameOf = (names: PropertyKey[]) => names.map((name) => String(name).slice(0, MOST_LETTERS)).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [nameOf([...path, key]), 'unknown argument']);
  }
  const ownWords = !issue.message.startsWith('Invalid input');
  // Of several ways to be right, the last is the one that people mean: "" or a link, a text or an object.
  const meant = issue.code === 'invalid_union' && !ownWords ? issue.errors.at(-1) : undefined;
  if (meant) return meant.flatMap((inner) => complaintsOf(inner, path));
  const wrongType = issue.code === 'invalid_type' && !ownWords;
  return [[nameOf(path), wrongType ? typeComplaint(issue, path) : issue.message]];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function typeComplaint({ expected, message }: Issue & { code: 'invalid_type' }, path: PropertyKey[]): string {
  if (path.length === 0) return 'the arguments must be an object';
  if (message.endsWith('received undefined')) return 'is missing';
  return `must be ${TYPES[expected] ?? expected}`;
}
