import { byAge, bySending, type ClaimedTimes } from './clock-correction.ts';

const FIRST = Date.UTC(2000);

/**
 * When an event really happened, in Unix ms on the server's clock: by its age, which does not depend on the device's
 * clock; else by its timestamp, corrected by how far the clock was off when it signed; else by its timestamp alone.
 * A time after its arrival, or before 2000, when there were no such devices, is none: then it is when it arrived.
 *
 * @param arrival Unix ms, server clock.
 */
export function trueTime(event: ClaimedTimes, arrival: number): number {
  return isDatedByArrival(event, arrival) ? arrival : correctedTime(event, arrival);
}

/** Whether an event counts as of its arrival, as its own time, corrected, is impossible; dated-by-arrival-sql.ts says it of stored ones. */
export function isDatedByArrival(event: ClaimedTimes, arrival: number): boolean {
  const time = correctedTime(event, arrival);
  return time > arrival || time < FIRST;
}

function correctedTime(event: ClaimedTimes, arrival: number): number {
  return event.timestamp + (byAge(event, arrival) ?? bySending(event, arrival) ?? 0);
}
