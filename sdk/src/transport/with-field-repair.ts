import type { QueuedEvent, SendEvents } from './send-events.ts';

/** Members that no event is accepted without, or that are signed anew at each send. */
const REQUIRED = /^(event_type|timestamp|event_id|sdk_version)$/;

/**
 * Sends events once more, without the optional members that the service has named as wrong: it knows what the device
 * does not, such as all currencies. Their values stay among the event's properties.
 */
export function withFieldRepair(send: SendEvents): SendEvents {
  return async (events) => {
    const first = await send(events);
    const repaired = new Map(
      first.fates
        .filter(({ code }) => code === 'VALIDATION_ERROR')
        .map(({ queued, reason = '' }) => [queued.id, repair(queued, reason)] as const),
    );
    const again = [...repaired.values()].filter((queued) => queued !== undefined);
    if (again.length === 0) return first;
    const second = await send(again);
    return {
      ...second,
      fates: [...first.fates.filter(({ queued }) => !repaired.get(queued.id)), ...second.fates],
    };
  };
}

/** The event without the members named in a message such as `currency must be …; gaid must be …`. */
function repair({ id, event }: QueuedEvent, message: string): QueuedEvent | undefined {
  const names = message
    .replace(/^VALIDATION_ERROR: /, '')
    .split('; ')
    .map((part) => part.split(' ')[0] ?? '');
  if (names.some((name) => REQUIRED.test(name) || !(name in event.facts))) return undefined;
  const facts: Record<string, unknown> = { ...event.facts };
  const wrong: Record<string, unknown> = {};
  for (const name of names) {
    if (typeof facts[name] !== 'object') wrong[name] = facts[name];
    delete facts[name];
  }
  if (Object.keys(wrong).length > 0) facts.event_properties = { ...wrong, ...event.facts.event_properties };
  return { id, event: { ...event, facts: facts as unknown as typeof event.facts } };
}
