import { EVENT_TYPES, type EventType } from '../wire/event.ts';
import type { EventFacts } from './pending-event.ts';

/** Maps any name other than the standard ones to a custom event of that name. */
export function nameEvent(name: string): { event_type: EventType; custom_event_name?: string } {
  const event_type = EVENT_TYPES.find((type) => type === name);
  return event_type ? { event_type } : { event_type: 'custom', custom_event_name: name };
}

/** The name by which the app has tracked an event. */
export const nameOf = ({
  custom_event_name,
  event_type,
}: Pick<EventFacts, 'event_type' | 'custom_event_name'>): string => custom_event_name ?? event_type;

/** An event as the log names it. */
export const describeEvent = (facts: EventFacts): string => `event ${nameOf(facts)} (${facts.event_id})`;
