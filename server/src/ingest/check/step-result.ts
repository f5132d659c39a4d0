import type { ErrorCode } from '@tributary/sdk/wire/ingest-response';

/** Why one event goes no further. */
export interface Rejection {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly error: string;
}

/** What a step makes of one event. A step never throws for what an event holds. */
export type StepResult<T> = { readonly ok: true; readonly value: T } | Rejection;

export function reject(code: ErrorCode, error: string): Rejection {
  return { ok: false, code, error };
}
