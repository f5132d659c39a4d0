/** What a whole request came to, before a look at the events in it. */
export type Verdict =
  /** The service answered; each event has a result. */
  | 'answered'
  /** Worth another try: no answer, a fault or overload of the service, a limit. */
  | 'transient'
  /** Too many bytes for something on the way. */
  | 'too_large'
  /** No later try in this session can go better. */
  | 'refused';

/**
 * Classifies an answer of the service by its status; undefined where none came (contract: "Client
 * configuration defaults and delivery rules": a 4xx other than 408 or 429 is not retried).
 */
export function classifyResponse(status: number | undefined): Verdict {
  if (status === undefined || status === 408 || status === 429) return 'transient';
  if (status >= 200 && status < 300) return 'answered';
  if (status === 413) return 'too_large';
  return status >= 500 ? 'transient' : 'refused';
}
