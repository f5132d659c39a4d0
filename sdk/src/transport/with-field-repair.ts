import type { QueuedEvent, SendEvents } from './send-events.ts';

/** Members that no event is accepted without, or that are signed anew at each send. */
const REQUIRED = /^(event_type|timestamp|event_id|sdk_version)$/;

/**
 * Sends events once more, without the optional members that the service has named as wrong: it knows what the device
 * does not, such as all currencies. Their values stay among the event's properties.
 */
export function withFieldRepair(send: SendEvents): SendEvents {
  return async (events) => {
    const outcome = await send(events);
    const repaired = events.filter(repair);
    return repaired.length === 0 ? outcome : send(repaired);
  };
}

/** Removes the members named in a message such as `currency must be …; gaid must be …`; false if that is no remedy. */
function repair(queued: QueuedEvent): boolean {
  const { event, code, reason = '' } = queued;
  if (code !== 'VALIDATION_ERROR') return false;
  const names = reason
    .replace(/^VALIDATION_ERROR: /, '')
    .split('; ')
    .map((part) => part.split(' ')[0] ?? '');
  if (names.some((name) => REQUIRED.test(name) || !(name in event.facts))) return false;
  const facts: Record<string, unknown> = { ...event.facts };
  const wrong: Record<string, unknown> = {};
  for (const name of names) {
    if (typeof facts[name] !== 'object') wrong[name] = facts[name];
    delete facts[name];
  }
  if (Object.keys(wrong).length > 0) facts.event_properties = { ...wrong, ...event.facts.event_properties };
  queued.event = { ...event, facts: facts as unknown as typeof event.facts };
  return true;
}
