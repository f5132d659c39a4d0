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

/** One clause an argument, the first of what is wrong with it: `p_slug: must …; p_colour: unknown argument`. */
function describeIssues(error: ZodError): string {
  const complaints = new Map<string, string>();
  for (const [name, complaint] of error.issues.flatMap(namedComplaints)) {
    if (!complaints.has(name)) complaints.set(name, complaint);
  }
  return [...complaints].map((clause) => clause.join(': ')).join('; ');
}

function namedComplaints(issue: ZodError['issues'][number]): [name: string, complaint: string][] {
  if (issue.code !== 'unrecognized_keys') return [[issue.path.join('.') || 'body', issue.message]];
  return issue.keys.map((key) => [[...issue.path, key].join('.'), 'unknown argument']);
}
