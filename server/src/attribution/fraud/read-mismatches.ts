import type { ReviewFacts } from '../../fraud-rules/fraud-facts.ts';
import { thresholdsOf } from '../../fraud-rules/fraud-rule.ts';
import type { RulesSettings } from '../../fraud-rules/judge-fraud.ts';
import { countriesBetween, geoOrClockMismatch } from '../../fraud-rules/rules/geo-or-clock-mismatch.ts';
import { HOUR_MS } from '../../platform/values/hour-ms.ts';
import type { Decision } from '../decide/decide.ts';
import type { QueuedEvent } from '../event-queue/queued-event.ts';

/** Ingest takes an install's network from the token of its first open if that is from within an hour of it. */
const NEAR_MS = HOUR_MS;

/** How far the device's clock was from when its install happened, in ms; null where only that clock says when. */
export function readClockOff({
  client_timestamp,
  received_at,
  age_ms,
}: Pick<QueuedEvent, 'client_timestamp' | 'received_at' | 'age_ms'>): number | null {
  return age_ms === null ? null : client_timestamp - (received_at - age_ms);
}

type SeenInstall = Pick<QueuedEvent, 'country' | 'occurred_at' | 'received_at' | 'key_resolved_at'>;

/** The countries of an install and its click, if they differ and it came too soon for its app's rules to have travelled. */
export function readAbroad(
  install: SeenInstall,
  { clickedAt, clickCountry }: Pick<Decision, 'clickedAt' | 'clickCountry'>,
  rules: RulesSettings,
): ReviewFacts['abroad'] {
  const sightings = {
    click: clickedAt === null ? null : { at: clickedAt, country: clickCountry },
    install: { at: seenAt(install), country: install.country },
  };
  return countriesBetween(sightings, thresholdsOf(geoOrClockMismatch, rules[geoOrClockMismatch.name]));
}

/** An event that was kept for long was sent from where the device is by now, unless it proves where it was opened first. */
function seenAt({ key_resolved_at, occurred_at, received_at }: SeenInstall): number {
  const isOfFirstOpen = key_resolved_at !== null && Math.abs(key_resolved_at - occurred_at) <= NEAR_MS;
  return isOfFirstOpen ? key_resolved_at : received_at;
}
