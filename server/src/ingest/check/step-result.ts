import type { ErrorCode } from '@tributary/sdk/wire/ingest-response';

/** Why an event is rejected. */
export interface Rejection {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly error: string;
}

/** The result of a step for one event. A step never throws because of an event's content. */
export type StepResult<T> = { readonly ok: true; readonly value: T } | Rejection;

/** The result of a step that refuses the event: the code, and a sentence for whoever sent it. */
export function reject(code: ErrorCode, error: string): Rejection {
  return { ok: false, code, error };
}
