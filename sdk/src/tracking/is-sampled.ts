import { nameOf } from '../events/name-event.ts';
import type { EventFacts } from '../events/pending-event.ts';
import { bytesToHex } from '../wire/bytes-to-hex.ts';
import { encodeUtf8 } from '../wire/encode-utf8.ts';
import { sha256 } from '../wire/sha256.ts';

/**
 * Whether an installation's events are kept at this rate. It depends only on the installation, so all its events are
 * kept or none, and an installation that is sampled stays so when the rate rises.
 *
 * @param rate share of installations, 0 to 1
 */
export function isSampled(installationId: string, rate: number): boolean {
  const hash = bytesToHex(sha256(encodeUtf8(installationId)));
  return Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32 < rate;
}

const ALWAYS_KEPT = ['identify', 'consent', 'purchase', 'install'];

/** Identify calls, what users agree to, purchases and installs are kept whatever the rate. */
export const isAlwaysKept = (facts: Pick<EventFacts, 'event_type' | 'custom_event_name'>): boolean =>
  ALWAYS_KEPT.includes(nameOf(facts));
