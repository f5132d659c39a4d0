import type { DecisionFacts } from '../fraud-facts.ts';
import { defineRule } from '../fraud-rule.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * The device dates the install hours or days away from when it happened. Phones take their time from the network; a
 * clock that is years behind means an empty battery, not a forger.
 *
 * Or the click and the install were sent from different countries, too soon after each other to travel. The country of a
 * network is where it is registered, so a phone that is abroad, or has a VPN, may seem to be in two: of honest installs in
 * the worlds, fewer than 2 in 1000.
 */
export const geoOrClockMismatch = defineRule({
  name: 'geo_or_clock_mismatch',
  version: 3,
  score: 60,
  means:
    'The device dates the install hours or days away from when it happened, or sent it from another country than its click minutes before.',
  cannotSee:
    'Where the device is: countries are those in which networks are registered, so travellers and VPNs may seem to be in two. The clock is not judged without an age.',
  runsAt: 'decision',
  thresholds: {
    min_off_hours: { default: 6, min: 1, max: 720 },
    max_off_days: { default: 400, min: 1, max: 3650 },
    max_minutes_abroad: { default: 10, min: 0, max: 1440 },
  },
  findSignals(facts, thresholds) {
    const signals = { ...clockSignals(facts, thresholds), ...countrySignals(facts, thresholds) };
    return Object.keys(signals).length > 0 ? signals : null;
  },
});

function clockSignals(
  { clientTimestamp, ageMs, receivedAt }: DecisionFacts,
  { min_off_hours, max_off_days }: { readonly min_off_hours: number; readonly max_off_days: number },
) {
  // Without an age only the device's own clock says when it happened.
  if (ageMs === null) return null;
  const off = clientTimestamp - (receivedAt - ageMs);
  const hours = Math.abs(off) / HOUR_MS;
  return hours >= min_off_hours && hours <= max_off_days * 24 ? { clock_off_ms: off } : null;
}

interface CountryFacts extends Pick<DecisionFacts, 'country' | 'receivedAt'> {
  readonly click: Pick<NonNullable<DecisionFacts['click']>, 'clickedAt' | 'country'> | null;
}

/** What shows that an install came from another country than its click, too soon after it; null if nothing does. */
export function countrySignals(
  { click, country, receivedAt }: CountryFacts,
  { max_minutes_abroad }: { readonly max_minutes_abroad: number },
) {
  if (click === null || click.country === null || country === null || click.country === country) return null;
  // An event that was kept on the device for long was sent from where it is by now.
  const elapsed = receivedAt - click.clickedAt;
  return elapsed < max_minutes_abroad * MINUTE_MS
    ? { click_country: click.country, install_country: country, ms_between: elapsed }
    : null;
}
