import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppError } from '../../errors/errors.ts';
import type { AppEnv } from '../function-route.ts';

export interface ErrorShape {
  /** Adds `code`, which otherwise only a plan gate has. */
  codes?: boolean | undefined;
  /** Adds `message`, which supabase-js reads. */
  message?: boolean | undefined;
}

/** Sends the error body: `{error}`, with `code` and `message` where the endpoint has them. */
export function renderError(
  c: Context<AppEnv>,
  error: AppError,
  { codes, message }: ErrorShape = {},
): Response {
  if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter));
  const gated = error.code === 'FEATURE_NOT_AVAILABLE';
  return c.json(
    {
      error: error.message,
      ...(message && { message: error.message }),
      ...((codes || gated) && { code: wireCode(error) }),
      ...(gated && { feature: error.feature }),
      ...(error.serverTime !== undefined && { server_timestamp: error.serverTime }),
    },
    error.status as ContentfulStatusCode,
  );
}

const VALIDATION = new Set<string>(['METHOD_NOT_ALLOWED', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE']);

/** Clients know fewer codes than the service distinguishes internally. */
function wireCode({ code }: AppError): string {
  if (code === 'OVERLOADED') return 'INTERNAL_ERROR';
  return VALIDATION.has(code) ? 'VALIDATION_ERROR' : code;
}
