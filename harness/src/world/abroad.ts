import type { Random } from '@tributary/server/testing/random';
import { REGIONS, type Region } from './regions.ts';
import type { WorldParameters } from './world-parameters.ts';

/** What makes someone's networks be of another country than their home, if anything does. */
export interface Abroad {
  /** Where a traveller is: Wi-Fi is of that country, mobile data still leaves through the carrier at home. */
  readonly visits: Region | null;
  /** Where the traffic of the phone, or of its browser alone, leaves through a server when it does. */
  readonly tunnel: { readonly exit: Region; readonly of: 'phone' | 'browser' } | null;
}

const AT_HOME: Abroad = { visits: null, tunnel: null };

/** Draws that of a person from a stream of their own, so that nobody else changes with it. */
export function drawAbroad(
  random: Random,
  region: Region,
  { abroad: { travellers, tunnelled, browserTunnelled } }: WorldParameters,
): Abroad {
  const drawn = random.next();
  const elsewhere = random.pick(REGIONS.filter(({ name }) => name !== region.name));
  if (drawn < travellers) return { visits: elsewhere, tunnel: null };
  if (drawn < travellers + tunnelled) return { visits: null, tunnel: { exit: elsewhere, of: 'phone' } };
  if (drawn < travellers + tunnelled + browserTunnelled) {
    return { visits: null, tunnel: { exit: elsewhere, of: 'browser' } };
  }
  return AT_HOME;
}

/** The address of one of a few servers through which many people's traffic leaves. */
export function exitAddress(random: Random, { networks }: Region): string {
  return `${networks.servers}.${random.integer(200, 209)}.${random.integer(1, 254)}`;
}

/** The region with that address; null for none. */
export function regionOf(address: string): Region | null {
  const isIn = ({ networks: { home, ipv6, public: open, cellular, servers } }: Region) =>
    [...home, open, cellular, servers].some((begins) => address.startsWith(`${begins}.`)) ||
    address.startsWith(`${ipv6}:`);
  return REGIONS.find(isIn) ?? null;
}
