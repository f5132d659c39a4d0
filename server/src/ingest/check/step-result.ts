import type { EventFieldName } from '@tributary/sdk/wire/event-fields';
import type { ErrorCode } from '@tributary/sdk/wire/ingest-response';

/** Why an event is rejected. */
export interface Rejection<Sentence extends string = string> {
  readonly ok: false;
  readonly code: ErrorCode;
  /** For whoever sent it; it may repeat names that the event has. */
  readonly error: Sentence;
  readonly kept: KeptReason;
}

/** What is kept and shown of a refusal: nothing of the event is in it. */
export interface KeptReason {
  readonly error: string;
  /** The fields of ours that it is about. */
  readonly fields: readonly EventFieldName[];
}

/** The result of a step for one event. A step never throws because of an event's content. */
export type StepResult<T> = { readonly ok: true; readonly value: T } | Rejection;

/**
 * The result of a step that refuses the event: the code, and a sentence for whoever sent it.
 *
 * @param error repeats nothing of the event.
 */
export function reject<const Sentence extends string>(
  code: ErrorCode,
  error: Sentence,
  fields: readonly EventFieldName[] = [],
): Rejection<Sentence> {
  return { ok: false, code, error, kept: { error, fields } };
}
