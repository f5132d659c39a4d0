import { NOT_IN_USE_EVENT_TYPES } from '@tributary/db/events/event-types';
import type { StorableEvent } from './to-storable-event.ts';

const NOT_IN_USE: ReadonlySet<string> = new Set(NOT_IN_USE_EVENT_TYPES);

/** A key for the day on which an event shows its device to be active; undefined if it shows none. */
export function deviceDayKey({ appId, deviceKey, day, eventType }: StorableEvent): string | undefined {
  if (deviceKey === undefined || NOT_IN_USE.has(eventType)) return undefined;
  return `${deviceKey}${day}${appId}`;
}

/** A device-day as an argument of store_events. */
export function deviceDayRow({ customerId, appId, deviceKey, day }: StorableEvent): object {
  return { customer_id: customerId, app_id: appId, device_key: deviceKey, day };
}
