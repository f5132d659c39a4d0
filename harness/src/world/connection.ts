import type { Random } from '@tributary/server/testing/random';
import type { Person } from './person.ts';

/** How someone is connected at a moment, and the public address that the service sees. */
export interface Connection {
  readonly kind: 'home' | 'public' | 'cellular';
  readonly address: string;
}

const MINUTE = 60_000;

/** A person's connection when nothing is known about the time before. */
export function connect(random: Random, person: Person): Connection {
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
  const [minutes, hour, later] = person.world.networks.stays;
  const stays = elapsed <= 10 * MINUTE ? minutes : elapsed <= 60 * MINUTE ? hour : later;
  if (!random.chance(stays)) return connect(random, person);
  // The network stays the same, but carriers often assign another egress address to a new connection.
  const keepsAddress = before.kind !== 'cellular' || random.chance(person.world.networks.egressKept);
  return keepsAddress ? before : onCellular(random, person);
}

/** The next Wi-Fi that someone connects to. */
export function connectToWifi(random: Random, person: Person): Connection {
  const { atHome, publicWifi } = person.world.networks;
  return random.chance(atHome / (atHome + publicWifi)) ? atHomeOf(person) : onPublicWifi(random, person);
}

function atHomeOf(person: Person): Connection {
  return { kind: 'home', address: person.homeAddress };
}

function onPublicWifi(random: Random, { region, world }: Person): Connection {
  const network = random.integer(0, world.networks.publicWifiNetworks - 1);
  return { kind: 'public', address: `${region.octets.public}.40.${network}.${random.integer(1, 254)}` };
}

function onCellular(random: Random, { region, carrier, world }: Person): Connection {
  const egress =
    carrier * world.networks.egressNetworks + random.integer(0, world.networks.egressNetworks - 1);
  return { kind: 'cellular', address: `${region.octets.cellular}.90.${egress}.${random.integer(1, 254)}` };
}
