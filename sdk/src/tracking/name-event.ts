import { EVENT_TYPES, type EventType } from '../wire/event.ts';

/** A name outside the standard ones is a custom event of that name (contract: "Event (ingest input)"). */
export function nameEvent(name: string): { event_type: EventType; custom_event_name?: string } {
  const standard = EVENT_TYPES.find((type) => type === name);
  return standard ? { event_type: standard } : { event_type: 'custom', custom_event_name: name };
}
