import type { IngestResultItem } from '../wire/ingest-response.ts';
import { MAX_SIGNATURE_AGE_MS } from '../wire/limits.ts';

/** What happens to an event after a send. */
export type Fate =
  /** The service has it, so it is removed from disk. */
  | 'done'
  /** It can never be accepted and moves from the queue to the dead letters. */
  | 'dead'
  /** It is sent again in this session. */
  | 'retry'
  /** Rejected because of the device's clock: signed again with the service's time. If that fails, the same as `stop`. */
  | 'clock'
  /** It stays on disk for a later session. */
  | 'later'
  /** It stays on disk for a later session, and so do all other events, which would be rejected too. */
  | 'stop';

// The service reads its clock a little after the event was signed.
const CLOCK_TOLERANCE_MS = MAX_SIGNATURE_AGE_MS - 60_000;

/**
 * Decides an event's fate from its result. An exhausted quota or a missing feature may be resolved by a later session,
 * so those events are kept.
 *
 * @param result undefined if the response has none for the event
 * @param sentAt Unix ms, as signed
 */
export function classifyItem(result: IngestResultItem | undefined, sentAt: number): Fate {
  if (!result) return 'retry';
  if (result.status === 'accepted' || result.status === 'deduplicated') return 'done';
  switch (result.code) {
    case 'INTERNAL_ERROR':
    case 'RATE_LIMIT':
      return 'retry';
    case 'VALIDATION_ERROR':
      return 'dead';
    case 'AUTH_ERROR':
      return Math.abs(result.server_timestamp - sentAt) > CLOCK_TOLERANCE_MS ? 'clock' : 'stop';
    case 'QUOTA_EXCEEDED':
    case 'FEATURE_NOT_AVAILABLE':
      return 'stop';
    default:
      return 'later';
  }
}
