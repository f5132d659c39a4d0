import { byAge, bySending, type ClaimedTimes } from './clock-correction.ts';

/**
 * When an event really happened, in Unix ms on the server's clock: by its age, which does not depend on the device's
 * clock; else by its timestamp, corrected by how far the clock was off when it signed; else by its timestamp alone.
 * Never after its arrival, and never before 1970.
 *
 * @param arrival Unix ms, server clock.
 */
export function trueTime(event: ClaimedTimes, arrival: number): number {
  const correction = byAge(event, arrival) ?? bySending(event, arrival) ?? 0;
  return Math.max(0, Math.min(arrival, event.timestamp + correction));
}
