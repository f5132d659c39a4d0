import type { QueuedEvent, SentEvent } from './send-events.ts';

/** Members without which the service accepts no event. */
const REQUIRED = /^(event_(type|id)|timestamp|sdk_version)$/;

/**
 * The event without the optional members that the service has named as wrong, in a message such as `currency must be …;
 * gaid must be …`: it knows what the device does not, such as all currencies. Their values stay among the event's
 * properties. Undefined if that is no remedy.
 */
export function repairFields({ id, event, answer }: SentEvent): QueuedEvent | undefined {
  if (answer?.code !== 'VALIDATION_ERROR') return undefined;
  const names = String(answer.error)
    .split('; ')
    .map((part) => part.split(' ')[0] ?? '');
  if (names.some((name) => REQUIRED.test(name) || !(name in event.facts))) return undefined;
  const facts: Record<string, unknown> = { ...event.facts };
  for (const name of names) {
    const value = facts[name];
    delete facts[name];
    if (typeof value !== 'object')
      facts.event_properties = { [name]: value, ...(facts.event_properties as object) };
  }
  return { id, event: { ...event, facts: facts as unknown as typeof event.facts } };
}
