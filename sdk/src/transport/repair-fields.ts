import type { QueuedEvent } from './send-events.ts';

/** Members without which the service accepts no event. */
const REQUIRED = /^(event_type|timestamp|event_id|sdk_version)$/;

/**
 * Removes the optional members that the service has named as wrong, in a message such as `currency must be …; gaid must
 * be …`: it knows what the device does not, such as all currencies. Their values stay among the event's properties.
 * Returns whether that is a remedy.
 */
export function repairFields(queued: QueuedEvent): boolean {
  const { event, code, reason = '' } = queued;
  if (code !== 'VALIDATION_ERROR') return false;
  const [, ...parts] = reason.split(/^VALIDATION_ERROR: |; /);
  const names = parts.map((part) => part.split(' ')[0] ?? '');
  if (names.some((name) => REQUIRED.test(name) || !(name in event.facts))) return false;
  const facts: Record<string, unknown> = { ...event.facts };
  for (const name of names) {
    const value = facts[name];
    delete facts[name];
    if (typeof value !== 'object')
      facts.event_properties = { [name]: value, ...(facts.event_properties as object) };
  }
  queued.event = { ...event, facts: facts as unknown as typeof event.facts };
  return true;
}
