import type { PendingEvent } from '../events/pending-event.ts';
import { toJson } from '../parsing/to-json.ts';
import type { Clock } from '../platform/platform.ts';
import { signCanonical } from '../wire/sign.ts';
import { eventAge } from './event-age.ts';

/** The part of a resolved key that signing needs. */
export interface SigningKey {
  customer_id: string;
  app_id: string;
  sdk_secret: string;
  /** Of the network of the first start, for the install. */
  network_token?: string;
}

/**
 * Completes and signs an event at the moment of sending; returns it as JSON, with its signature.
 *
 * @param skew by how many ms the service's clock is ahead of the device's, if the service has rejected that; else 0
 */
export function sealEvent(
  event: PendingEvent,
  { customer_id, app_id, sdk_secret, network_token }: SigningKey,
  clock: Clock,
  skew: number,
): string {
  const age_ms = eventAge(event, clock, skew !== 0);
  const sent_at = clock.now() + skew;
  const ofInstall = event.facts.event_type === 'install' && { network_token };
  const members = Object.entries({ ...event.facts, customer_id, app_id, sent_at, age_ms, ...ofInstall });
  const sorted = members.sort(([a], [b]) => (a < b ? -1 : 1));
  // As canonicalEvent writes it, since no name is a number. The signed text itself is sent, with the signature inserted,
  // so that the service verifies the same bytes.
  const canonical = toJson(Object.fromEntries(sorted));
  const signature = signCanonical(canonical, sdk_secret);
  return `${canonical.slice(0, -1)},"signature":"${signature}"}`;
}
