import { hash } from 'node:crypto';
import { type EventKey, keyOf } from '../event-queue/queued-event.ts';

/** The click id of an event that has none: the same every time it is processed, and formatted as a UUID v4. */
export function derivedClickId(event: EventKey): string {
  const hex = hash('sha256', `click:${keyOf(event)}`, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
