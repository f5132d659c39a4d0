import type { EventCounts } from '../events/event-counts.ts';
import { toJson } from '../parsing/to-json.ts';
import type { TrackingStatus } from '../platform/platform.ts';
import type { EventQueue } from '../storage/with-memory-fallback.ts';

type Counted = Pick<EventCounts, 'sent' | 'deduplicated' | 'rejected' | 'dropped' | 'droppedProperties'>;

/** What became of the events, and of their properties, since `init`. */
export interface ClientStats extends Counted {
  /** What the user of an iPhone has said of tracking; missing where nobody can tell. */
  tracking?: TrackingStatus;
  /** Events that wait to be sent, of earlier starts too. */
  queued: number;
  storage: {
    /** false: events or small values cannot be stored, and are lost if the process ends before that changes. */
    works: boolean;
    /** Queued events that are in memory only, also those that wait until it can be read what the user has chosen. */
    inMemory: number;
    /** What the storage failed with. */
    error?: string;
  };
}

/**
 * What the app can read of its events: the counts of this process, what waits in the queue, and the last failure of
 * the storage.
 *
 * @param valuesError why small values cannot be stored or read
 * @param held how many events wait until it can be read what the user has chosen
 */
export async function readStats(
  counts: EventCounts,
  events: EventQueue,
  valuesError: string | undefined,
  held: number,
): Promise<ClientStats> {
  const queued = (await events.count()) + held;
  const error = events.error() ?? valuesError;
  // A copy of the numbers: what else it has are functions, which JSON leaves out.
  const counted: Counted = JSON.parse(toJson(counts));
  return {
    queued,
    ...counted,
    storage: {
      works: !error,
      inMemory: events.inMemory() + held,
      ...(error && { error }),
    },
  };
}
