import type { StorableEvent } from './to-storable-event.ts';

/** What an event states of consent as arguments of store_events, one for each of its device's ids. */
export function consentRows({ customerId, appId, eventId, consent }: StorableEvent): object[] {
  if (consent === undefined) return [];
  const { statement, at, deviceKeys } = consent;
  return deviceKeys.map((stated_key) => ({
    customer_id: customerId,
    app_id: appId,
    consent_of: eventId,
    stated_by: deviceKeys[0],
    stated_key,
    stated_ms: at,
    ...statement,
  }));
}
