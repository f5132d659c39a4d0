import { EVENT_TYPES, type EventType } from '../wire/event.ts';

/** Maps any name other than the standard ones to a custom event of that name. */
export function nameEvent(name: string): { event_type: EventType; custom_event_name?: string } {
  const standard = EVENT_TYPES.find((type) => type === name);
  return standard ? { event_type: standard } : { event_type: 'custom', custom_event_name: name };
}
