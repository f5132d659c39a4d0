import type { Clock } from '../platform/platform.ts';
import type { PendingEvent } from '../tracking/pending-event.ts';

const SLEEP_MS = 60_000;

/**
 * How long ago an event happened, in ms, or undefined where no clock can tell (contract: `age_ms`). The
 * monotonic clock tells it within one epoch. One that stands still while the machine sleeps is not asked
 * when the wall clock went a good deal further: it slept, and the service does better from the timestamps.
 *
 * @param wallClockIsWrong `sent_at` is then by the service's clock and has nothing in common with the
 *   event's timestamp, so the age by the device's clock has to make up for it
 */
export function eventAge(event: PendingEvent, clock: Clock, wallClockIsWrong: boolean): number | undefined {
  const byWall = Math.round(clock.now() - event.facts.timestamp);
  if (event.epoch === clock.epoch) {
    const byMonotonic = Math.round(clock.monotonic() - event.monotonic);
    const slept = !clock.countsSleep && byWall - byMonotonic > SLEEP_MS;
    if (byMonotonic >= 0 && !slept) return byMonotonic;
  }
  return wallClockIsWrong && byWall >= 0 ? byWall : undefined;
}
