/** The outcome of a whole request, apart from the results of its events. */
export type Verdict =
  /** The service answered; each event has a result. */
  | 'answered'
  /** Worth retrying: no answer, a server error or overload, a rate limit. */
  | 'transient'
  /** The request was too large for the service or a proxy. */
  | 'too_large'
  /** Refused as a whole, possibly because of one of its events. */
  | 'divisible'
  /** A retry in this session cannot succeed. */
  | 'refused';

/**
 * Classifies the service's response by its status, which is undefined if there was none. A 4xx other than 408 or 429
 * is not retried.
 *
 * @param code the service's code, which a 403 about the account or its plan has, but not one by a firewall
 */
export function classifyResponse(status: number | undefined, code?: unknown): Verdict {
  if (status === undefined || status === 408 || status === 429 || status >= 500) return 'transient';
  if (status >= 200 && status < 300) return 'answered';
  if (status === 413) return 'too_large';
  return status === 400 || (status === 403 && code === undefined) ? 'divisible' : 'refused';
}
