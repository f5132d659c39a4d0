import { isQueued, type StorableEvent } from './to-storable-event.ts';

/** Whether an event ties several ids to one device. What attribution processes anyway, it learns from. */
export function tellsIds(event: StorableEvent): boolean {
  return event.furtherIds !== '' && !isQueued(event);
}

/** An event whose ids may be new, as an argument of store_events: without a day, unlike a device-day. */
export function toldEventRow({ customerId, appId, eventId }: StorableEvent): object {
  return { customer_id: customerId, app_id: appId, event_id: eventId };
}
