import type { ErrorCode } from '../wire/ingest-response.ts';

/** Why an event was never sent. */
export type DropReason =
  /** `maxOfflineQueueSize` or `maxStorageBytes` was reached: the oldest make room. */
  | 'queue_full'
  /** The storage did not work, and too many events were in memory. */
  | 'memory_full'
  /** The user or the service has turned tracking off. */
  | 'tracking_off'
  /** The installation is not part of the sample. */
  | 'sampled_out'
  /** It could be kept neither on disk nor in memory. */
  | 'not_stored'
  /** Its record on disk was damaged. */
  | 'unreadable'
  /** The service can never accept it: see `deadLetters()`. */
  | 'dead_letter';

/** What became of events since `init`. */
export interface EventCounts {
  /** Accepted by the service. */
  sent: number;
  /** Sent although the service had them already. */
  deduplicated: number;
  /** Not accepted, by the service's code. */
  rejected: Partial<Record<ErrorCode, number>>;
  dropped: Partial<Record<DropReason, number>>;
  /**
   * How often a property of that name was left out of an event, or stayed among the event's properties instead of becoming the
   * field of its name, since its value is not what it has to be; of the first 50 names.
   */
  droppedProperties: Record<string, number>;
  drop(reason: DropReason, count?: number): void;
  reject(code: ErrorCode): void;
}

/** Counts that start at zero, for one client. */
export function createEventCounts(): EventCounts {
  const counts: EventCounts = {
    sent: 0,
    deduplicated: 0,
    rejected: {},
    dropped: {},
    droppedProperties: {},
    drop(reason, count = 1) {
      counts.dropped[reason] = (counts.dropped[reason] ?? 0) + count;
    },
    reject(code) {
      counts.rejected[code] = (counts.rejected[code] ?? 0) + 1;
    },
  };
  return counts;
}
