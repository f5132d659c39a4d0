import type { PendingEvent } from '../events/pending-event.ts';
import type { Clock } from '../platform/platform.ts';

const SLEEP_MS = 60_000;

/**
 * How long ago an event happened, in ms (`age_ms`), or undefined if no clock can say. The monotonic clock measures it
 * within one epoch. If that clock stops during sleep and the wall clock has advanced much further, the machine has
 * slept; the service then does better with the timestamps.
 *
 * @param wallClockIsWrong `sent_at` then follows the service's clock and cannot be compared with the event's timestamp,
 *   so the age by the device's clock has to replace it
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
