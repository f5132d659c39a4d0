import { NOT_IN_USE_EVENT_TYPES } from '@tributary/db/events/event-types';
import { isQueued, type StorableEvent } from './to-storable-event.ts';

const NOT_IN_USE: ReadonlySet<string> = new Set(NOT_IN_USE_EVENT_TYPES);

/** Tells the day that an event shows its device to be active on from all others; undefined where it shows none. */
export function deviceDayKey({ appId, deviceKey, day, eventType }: StorableEvent): string | undefined {
  if (deviceKey === undefined || NOT_IN_USE.has(eventType)) return undefined;
  return `${deviceKey}${day}${appId}`;
}

/** A device's day as the statement that stores events takes it. */
export function deviceDayRow(event: StorableEvent): object {
  const { customerId, appId, deviceKey, day, eventId } = event;
  return {
    customer_id: customerId,
    app_id: appId,
    device_key: deviceKey,
    day,
    // Attribution reads the ids of those that it looks at anyway.
    ...(event.hasSeveralIds && !isQueued(event) && { event_id: eventId }),
  };
}
