import { HOUR_MS } from '../../platform/values/hour-ms.ts';
import { binomialAtLeast } from '../chance.ts';
import type { ReviewFacts } from '../fraud-facts.ts';
import { defineRule } from '../fraud-rule.ts';

const MINUTE_MS = 60_000;

/** What any app is like, worth so much of its own traffic: of 1,000 installs five seem to be abroad. */
const USUAL = { dated: 1000, abroad: 5 };

/**
 * The device dates the install hours or days away from when it happened. Phones take their time from the network; a
 * clock that is years behind means an empty battery, not a forger.
 *
 * Or the click and the install were sent from different countries, too soon after each other to travel. The country of a
 * network is where it is registered, so a phone that is abroad, or has a VPN, may seem to be in two: that happens by any
 * link. A link whose clicks are sent from where an install is worth more has more of those than the app's others.
 */
export const geoOrClockMismatch = defineRule({
  name: 'geo_or_clock_mismatch',
  version: 4,
  score: 60,
  means:
    'The device dates the install hours or days off; or it came from another country than its click, as more of its link than chance explains.',
  cannotSee:
    'Where the device is; a few installs of a link from abroad: travellers and VPNs look the same. The clock is not judged without an age.',
  runsAt: 'both',
  thresholds: {
    min_off_hours: { default: 6, min: 1, max: 720 },
    max_off_days: { default: 400, min: 1, max: 3650 },
    /** From click to install; 0 compares no countries. */
    max_minutes_abroad: { default: 60, min: 0, max: 1440 },
    /** Installs of the link that were abroad, this one included. */
    min_abroad: { default: 3, min: 1, max: 200, whole: true },
    /** What is more probable than this by chance is usual for the app. */
    max_chance: { default: 0.1, min: 0, max: 1 },
  },
  findSignals(facts, thresholds) {
    const signals = { ...clockSignals(facts, thresholds), ...linkSignals(facts, thresholds) };
    return Object.keys(signals).length > 0 ? signals : null;
  },
});

function clockSignals(
  { clockOffMs }: ReviewFacts,
  { min_off_hours, max_off_days }: Readonly<Record<'min_off_hours' | 'max_off_days', number>>,
) {
  if (clockOffMs === null) return null;
  const hours = Math.abs(clockOffMs) / HOUR_MS;
  return hours >= min_off_hours && hours <= max_off_days * 24 ? { clock_off_ms: clockOffMs } : null;
}

function linkSignals(
  { abroad, linkTraffic: link, otherTraffic: others }: ReviewFacts,
  { min_abroad, max_chance }: Readonly<Record<'min_abroad' | 'max_chance', number>>,
) {
  if (abroad === null || link === null || link.abroad < min_abroad) return null;
  const usually = (others.abroad + USUAL.abroad) / (others.dated + USUAL.dated);
  if (binomialAtLeast(link.abroad, link.dated, usually) > max_chance) return null;
  const { click: click_country, install: install_country } = abroad;
  return { click_country, install_country, installs_abroad: link.abroad, of_installs: link.dated };
}

/** When something was seen, Unix ms, in a network of which country; null where that is not known. */
interface Sighting {
  readonly at: number;
  readonly country: string | null;
}

/** The countries of a click and its install, if they differ and the install came too soon to have travelled; else null. */
export function countriesBetween(
  { click, install }: { readonly click: Sighting | null; readonly install: Sighting },
  { max_minutes_abroad }: { readonly max_minutes_abroad: number },
): ReviewFacts['abroad'] {
  if (click === null || click.country === null || install.country === null) return null;
  const isSoon = install.at - click.at < max_minutes_abroad * MINUTE_MS;
  return isSoon && click.country !== install.country
    ? { click: click.country, install: install.country }
    : null;
}
