import { clockCorrection } from '../ingest/true-time.ts';
import type { QueuedEvent } from './queued-event.ts';

/** What the store told the app of an install, in Unix ms on the server's clock; null for what is not known. */
export interface StoreTimes {
  /** When it saw the click. */
  readonly clickedAt: number | null;
  /** When it began to install. */
  readonly beganAt: number | null;
}

/** The store counts in whole seconds: what it dates may have happened up to so much later, in ms. */
export const STORE_SECOND_MS = 999;

type DatedEvent = Pick<
  QueuedEvent,
  'client_timestamp' | 'sent_at' | 'age_ms' | 'received_at' | 'referrer_click_ts' | 'install_begin_ts'
>;

/**
 * Reads the store's times, which are of the phone's clock, and so are corrected as the event's own time is. Without
 * `sent_at` and `age_ms` nobody knows how far that clock is off: they are compared with nothing then.
 */
export function readStoreTimes(event: DatedEvent): StoreTimes {
  const { client_timestamp: timestamp, sent_at, age_ms, received_at } = event;
  const correction = clockCorrection({ timestamp, sent_at, age_ms }, received_at);
  return {
    clickedAt: onServerClock(event.referrer_click_ts, correction),
    beganAt: onServerClock(event.install_begin_ts, correction),
  };
}

/** The store writes 0 for a time that it does not know. */
function onServerClock(seconds: string | null, correction: number | null): number | null {
  const value = Number(seconds ?? 0);
  return value > 0 && correction !== null ? value * 1000 + correction : null;
}
