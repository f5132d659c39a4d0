import type { CheckedEvent } from './check-shape.ts';

/**
 * When an event really happened, in Unix ms on the server's clock: by its age, which no wrong clock can spoil; else by
 * its timestamp, corrected by how far the device's clock was off when it signed; else by its timestamp alone. Never
 * after its arrival, and never before 1970.
 *
 * @param arrival Unix ms, server clock.
 */
export function trueTime(event: CheckedEvent, arrival: number): number {
  return Math.max(0, Math.min(arrival, uncapped(event, arrival)));
}

function uncapped({ age_ms, sent_at, timestamp }: CheckedEvent, arrival: number): number {
  if (age_ms != null) return arrival - age_ms;
  if (sent_at != null) return timestamp + (arrival - sent_at);
  return timestamp;
}
