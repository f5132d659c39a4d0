import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { describeOutage } from './describe-outage.ts';
import { isDatabaseAway } from './is-database-away.ts';

interface ErrorClass {
  readonly status: number;
  readonly trpc: TRPC_ERROR_CODE_KEY;
}

/** Every way a request as a whole can fail, and how each transport reports it. */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, trpc: 'BAD_REQUEST' },
  AUTH_ERROR: { status: 401, trpc: 'UNAUTHORIZED' },
  FORBIDDEN: { status: 403, trpc: 'FORBIDDEN' },
  FEATURE_NOT_AVAILABLE: { status: 403, trpc: 'FORBIDDEN' },
  NOT_FOUND: { status: 404, trpc: 'NOT_FOUND' },
  METHOD_NOT_ALLOWED: { status: 405, trpc: 'METHOD_NOT_SUPPORTED' },
  REQUEST_TIMEOUT: { status: 408, trpc: 'TIMEOUT' },
  CONFLICT: { status: 409, trpc: 'CONFLICT' },
  PAYLOAD_TOO_LARGE: { status: 413, trpc: 'PAYLOAD_TOO_LARGE' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, trpc: 'UNSUPPORTED_MEDIA_TYPE' },
  RATE_LIMIT: { status: 429, trpc: 'TOO_MANY_REQUESTS' },
  INTERNAL_ERROR: { status: 500, trpc: 'INTERNAL_SERVER_ERROR' },
  OVERLOADED: { status: 503, trpc: 'SERVICE_UNAVAILABLE' },
} as const satisfies Record<string, ErrorClass>;

export type ErrorCode = keyof typeof ERRORS;

interface ErrorDetails {
  /** Seconds, for the Retry-After header. */
  retryAfter?: number;
  /** The missing plan feature. */
  feature?: string;
  /** The service's time, Unix ms, for a caller whose clock is off. */
  serverTime?: number;
  cause?: unknown;
}

/** A request-level failure. Its message is shown to the caller: it names fields, never secrets or internals. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;
  readonly feature: string | undefined;
  readonly serverTime: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    { retryAfter, feature, serverTime, cause }: ErrorDetails = {},
  ) {
    super(message, { cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfter = retryAfter;
    this.feature = feature;
    this.serverTime = serverTime;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** What the caller sees of an unexpected failure; the log has the details, under the request's id. */
export function unexpected(cause: unknown): AppError {
  if (isDatabaseAway(cause)) {
    return new AppError('OVERLOADED', `${describeOutage(cause)}; try again later`, {
      retryAfter: 1,
      cause,
    });
  }
  return new AppError('INTERNAL_ERROR', 'the service failed; try again later', { cause });
}
