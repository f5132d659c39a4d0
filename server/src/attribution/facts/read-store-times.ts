import { clockCorrection } from '../devices/clock-correction.ts';
import type { QueuedEvent } from '../event-queue/queued-event.ts';

/** What the store reported to the app about an install, in Unix ms on the server's clock; null for what is unknown. */
export interface StoreTimes {
  /** When the store saw the click. */
  readonly clickedAt: number | null;
  /** When it began the install. */
  readonly beganAt: number | null;
}

/** The store reports whole seconds: an event may have happened up to this much later, in ms. */
export const STORE_SECOND_MS = 999;

type DatedEvent = Pick<
  QueuedEvent,
  'client_timestamp' | 'sent_at' | 'age_ms' | 'received_at' | 'referrer_click_ts' | 'install_begin_ts'
>;

/**
 * Reads the store's times, which are from the phone's clock and are corrected like the event's own time. Without
 * `sent_at` and `age_ms` the clock's error is unknown, and the times are not used.
 */
export function readStoreTimes(event: DatedEvent): StoreTimes {
  const { client_timestamp: timestamp, sent_at, age_ms, received_at } = event;
  const correction = clockCorrection({ timestamp, sent_at, age_ms }, received_at);
  return {
    clickedAt: onServerClock(event.referrer_click_ts, correction),
    beganAt: onServerClock(event.install_begin_ts, correction),
  };
}

/** The store reports 0 for an unknown time. */
function onServerClock(seconds: string | null, correction: number | null): number | null {
  const value = Number(seconds ?? 0);
  return value > 0 && correction !== null ? value * 1000 + correction : null;
}
