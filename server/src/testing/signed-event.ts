import { randomUUID } from 'node:crypto';
import { canonicalEvent } from '@tributary/sdk/wire/canonical';
import { signCanonical } from '@tributary/sdk/wire/sign';

/** Whose events they are. */
export interface EventSource {
  readonly accountId: string;
  readonly appId: string;
  readonly sdkSecret: string;
}

export type WireEvent = Record<string, unknown>;

/** An unsigned event of a tenant with the required fields; `undefined` in `members` removes a field. */
export function eventOf(source: EventSource, members: WireEvent = {}): WireEvent {
  const event: WireEvent = {
    event_type: 'open',
    timestamp: Date.now(),
    customer_id: source.accountId,
    app_id: source.appId,
    event_id: randomUUID(),
    sdk_version: 'test-1.0',
    ...members,
  };
  for (const [name, value] of Object.entries(event)) if (value === undefined) delete event[name];
  return event;
}

/** An event of a tenant as its SDK would send it. */
export function signedEvent(source: EventSource, members: WireEvent = {}): WireEvent {
  const event = eventOf(source, members);
  return { ...event, signature: signCanonical(canonicalEvent(event), source.sdkSecret) };
}
