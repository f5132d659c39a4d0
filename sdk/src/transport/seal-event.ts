import type { Clock } from '../platform/platform.ts';
import type { PendingEvent } from '../tracking/pending-event.ts';
import { canonicalEvent } from '../wire/canonical.ts';
import type { UnsignedEvent } from '../wire/event.ts';
import { signCanonical } from '../wire/sign.ts';
import { eventAge } from './event-age.ts';
import type { ServerClock } from './server-clock.ts';

/** The part of a resolved key that signing needs. */
export interface SigningKey {
  customer_id: string;
  app_id: string;
  sdk_secret: string;
}

/** Completes and signs an event at the moment of sending; returns it as JSON, with its signature. */
export function sealEvent(
  event: PendingEvent,
  key: SigningKey,
  clock: Clock,
  serverClock: ServerClock,
): string {
  const age = eventAge(event, clock, serverClock.corrected());
  const unsigned: UnsignedEvent = {
    ...event.facts,
    customer_id: key.customer_id,
    app_id: key.app_id,
    sent_at: serverClock.now(),
    ...(age === undefined ? {} : { age_ms: age }),
  };
  // The signed text itself is sent, with the signature inserted, so that the service verifies the same bytes.
  const canonical = canonicalEvent(unsigned);
  const signature = signCanonical(canonical, key.sdk_secret);
  return `${canonical.slice(0, -1)},"signature":"${signature}"}`;
}
