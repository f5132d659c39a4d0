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
  const { status, code } = result ?? {};
  if (status === 'accepted' || status === 'deduplicated') return 'done';
  if (!result || code === 'INTERNAL_ERROR' || code === 'RATE_LIMIT') return 'retry';
  if (code === 'VALIDATION_ERROR') return 'dead';
  if (code === 'AUTH_ERROR' && Math.abs(result.server_timestamp - sentAt) > CLOCK_TOLERANCE_MS)
    return 'clock';
  return code === 'AUTH_ERROR' || code === 'QUOTA_EXCEEDED' || code === 'FEATURE_NOT_AVAILABLE'
    ? 'stop'
    : 'later';
}
