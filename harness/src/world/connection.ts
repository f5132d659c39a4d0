import type { Random } from '@tributary/server/testing/random';
import { exitAddress } from './abroad.ts';
import type { Person } from './person.ts';
import type { WorldParameters } from './world-parameters.ts';

/** How someone is connected at a moment, and the public address that the service sees. */
export interface Connection {
  readonly kind: 'home' | 'public' | 'cellular';
  readonly address: string;
  /** Through a server of another country, whose address it is. */
  readonly isTunnelled?: true;
}

const MINUTE = 60_000;

/** A person's connection when nothing is known about the time before. */
export function connect(random: Random, person: Person): Connection {
  const direct = connectDirectly(random, person);
  return isThroughTunnel(random, person, null) ? tunnelled(random, person, direct) : direct;
}

function connectDirectly(random: Random, person: Person): Connection {
  const { atHome, publicWifi } = person.world.networks;
  const where = random.next();
  if (where < atHome) return atHomeOf(person);
  return where < atHome + publicWifi ? onPublicWifi(random, person) : onCellular(random, person);
}

/** A person's connection some time after another: the same, or a new one. */
export function connectLater(
  random: Random,
  person: Person,
  before: Connection,
  elapsed: number,
): Connection {
  const stays = shareAfter(elapsed, person.world.networks.stays);
  const stayed = random.chance(stays) ? before : connectDirectly(random, person);
  const through = isThroughTunnel(random, person, { elapsed, before });
  if (through) return before.isTunnelled && stayed === before ? before : tunnelled(random, person, stayed);
  if (before.isTunnelled && stayed === before) return directly(random, person, before.kind);
  // The network stays the same, but carriers often assign another egress address to a new connection.
  const keepsAddress = stayed.kind !== 'cellular' || random.chance(person.world.networks.egressKept);
  return stayed !== before || keepsAddress ? stayed : onCellular(random, person);
}

function shareAfter(elapsed: number, [minutes, hour, later]: WorldParameters['networks']['stays']): number {
  return elapsed <= 10 * MINUTE ? minutes : elapsed <= 60 * MINUTE ? hour : later;
}

/** Draws nothing for the many who have no tunnel. */
function isThroughTunnel(
  random: Random,
  { abroad, world }: Person,
  known: { readonly elapsed: number; readonly before: Connection } | null,
): boolean {
  if (abroad.tunnel?.of !== 'phone') return false;
  const { tunnelOn, tunnelStays } = world.abroad;
  if (known === null || !random.chance(shareAfter(known.elapsed, tunnelStays)))
    return random.chance(tunnelOn);
  return known.before.isTunnelled ?? false;
}

function tunnelled(
  random: Random,
  { abroad: { tunnel } }: Person,
  { kind, address }: Connection,
): Connection {
  return { kind, address: tunnel === null ? address : exitAddress(random, tunnel.exit), isTunnelled: true };
}

/** Where the browser's requests come from: those of some leave through a server of its maker. */
export function browserAddress(
  random: Random,
  { abroad: { tunnel } }: Person,
  { address }: Connection,
): string {
  return tunnel?.of === 'browser' ? exitAddress(random, tunnel.exit) : address;
}

/** The next Wi-Fi that someone connects to. */
export function connectToWifi(random: Random, person: Person): Connection {
  const { atHome, publicWifi } = person.world.networks;
  return random.chance(atHome / (atHome + publicWifi)) ? atHomeOf(person) : onPublicWifi(random, person);
}

function directly(random: Random, person: Person, kind: Connection['kind']): Connection {
  if (kind === 'home') return atHomeOf(person);
  return kind === 'public' ? onPublicWifi(random, person) : onCellular(random, person);
}

function atHomeOf(person: Person): Connection {
  return { kind: 'home', address: person.homeAddress };
}

function onPublicWifi(random: Random, { region, abroad, world }: Person): Connection {
  const network = random.integer(0, world.networks.publicWifiNetworks - 1);
  const { networks } = abroad.visits ?? region;
  return { kind: 'public', address: `${networks.public}.${network}.${random.integer(1, 254)}` };
}

function onCellular(random: Random, { region, carrier, world }: Person): Connection {
  const egress =
    carrier * world.networks.egressNetworks + random.integer(0, world.networks.egressNetworks - 1);
  return { kind: 'cellular', address: `${region.networks.cellular}.${egress}.${random.integer(1, 254)}` };
}
