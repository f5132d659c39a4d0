import type { Person } from './person.ts';
import type { Random } from './random.ts';
import { WORLD } from './world-parameters.ts';

/** How someone reaches the service at a moment, and the public address that the service sees. */
export interface Connection {
  readonly kind: 'home' | 'public' | 'cellular';
  readonly address: string;
}

const MINUTE = 60_000;

/** Where someone is when nothing is known of a moment before. */
export function connect(random: Random, person: Person): Connection {
  const { atHome, publicWifi } = WORLD.networks;
  const where = random.next();
  if (where < atHome) return atHomeOf(person);
  return where < atHome + publicWifi ? onPublicWifi(random, person) : onCellular(random, person);
}

/** Where someone is some time after a connection: still there, or moved on. */
export function connectLater(
  random: Random,
  person: Person,
  before: Connection,
  elapsed: number,
): Connection {
  const [minutes, hour, later] = WORLD.networks.stays;
  const stays = elapsed <= 10 * MINUTE ? minutes : elapsed <= 60 * MINUTE ? hour : later;
  if (!random.chance(stays)) return connect(random, person);
  // The network stays the same, but carriers hand out another egress with many a new connection.
  const keepsAddress = before.kind !== 'cellular' || random.chance(WORLD.networks.egressKept);
  return keepsAddress ? before : onCellular(random, person);
}

/** The Wi-Fi that someone comes to next. */
export function connectToWifi(random: Random, person: Person): Connection {
  const { atHome, publicWifi } = WORLD.networks;
  return random.chance(atHome / (atHome + publicWifi)) ? atHomeOf(person) : onPublicWifi(random, person);
}

function atHomeOf(person: Person): Connection {
  return { kind: 'home', address: person.homeAddress };
}

function onPublicWifi(random: Random, { region }: Person): Connection {
  const network = random.integer(0, WORLD.networks.publicWifiNetworks - 1);
  return { kind: 'public', address: `${region.octets.public}.40.${network}.${random.integer(1, 254)}` };
}

function onCellular(random: Random, { region, carrier }: Person): Connection {
  const egress =
    carrier * WORLD.networks.egressNetworks + random.integer(0, WORLD.networks.egressNetworks - 1);
  return { kind: 'cellular', address: `${region.octets.cellular}.90.${egress}.${random.integer(1, 254)}` };
}
