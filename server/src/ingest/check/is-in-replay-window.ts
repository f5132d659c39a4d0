import { MAX_SIGNATURE_AGE_MS } from '@tributary/sdk/wire/limits';
import type { CheckedEvent } from './check-shape.ts';

/**
 * Whether an event was signed within 10 minutes of its arrival, either way, both ends included.
 *
 * @param arrival Unix ms, server clock.
 */
export function isInReplayWindow(event: CheckedEvent, arrival: number): boolean {
  return Math.abs(arrival - (event.sent_at ?? event.timestamp)) <= MAX_SIGNATURE_AGE_MS;
}
