import type { IngestResultItem } from '../wire/ingest-response.ts';
import { MAX_SIGNATURE_AGE_MS } from '../wire/limits.ts';

/** What becomes of one event after a send. */
export type Fate =
  /** The service has it: it leaves the disk. */
  | 'done'
  /** It can never be taken as it is: it leaves the queue for the dead letters. */
  | 'dead'
  /** Worth another try at once. */
  | 'retry'
  /** Refused because of the device's clock: to be signed anew with the service's time. */
  | 'clock'
  /** Stays on disk for a later session. */
  | 'later'
  /** Stays on disk for a later session, and so does everything else: the next would fare no better. */
  | 'stop';

// The service looks at its clock a little after the moment of signing.
const CLOCK_TOLERANCE_MS = MAX_SIGNATURE_AGE_MS - 60_000;

/**
 * Decides an event's fate from its result (contract: "Errors", column "Client action"). An exhausted quota
 * and a missing feature can come right in a later session, so their events are kept.
 *
 * @param result undefined where the answer holds none for the event
 * @param sentAt Unix ms, as signed
 */
export function classifyItem(result: IngestResultItem | undefined, sentAt: number): Fate {
  if (!result) return 'retry';
  if (result.status === 'accepted' || result.status === 'deduplicated') return 'done';
  switch (result.code) {
    case 'VALIDATION_ERROR':
      return 'dead';
    case 'INTERNAL_ERROR':
    case 'RATE_LIMIT':
      return 'retry';
    case 'AUTH_ERROR':
      return Math.abs(result.server_timestamp - sentAt) > CLOCK_TOLERANCE_MS ? 'clock' : 'stop';
    case 'QUOTA_EXCEEDED':
    case 'FEATURE_NOT_AVAILABLE':
      return 'stop';
    default:
      return 'later';
  }
}
