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

/** Wrong arguments that one message names. */
const MAX_CLAUSES = 20;
/** Longest name of the caller's that a message repeats. */
const MAX_NAME = 64;

/** One clause an argument: `p_slug: must …; p_colour: unknown argument`. */
function describeIssues(error: ZodError): string {
  const clauses = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [key, 'unknown argument'])
      : [[issue.path.join('.') || 'body', issue.message]],
  );
  const named = clauses
    .slice(0, MAX_CLAUSES)
    .map(([name = '', complaint]) => `${name.slice(0, MAX_NAME)}: ${complaint}`);
  if (clauses.length > MAX_CLAUSES) named.push(`and ${clauses.length - MAX_CLAUSES} more`);
  return named.join('; ');
}
