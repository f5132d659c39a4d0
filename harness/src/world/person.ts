import { type Random, randomFor } from '@tributary/server/testing/random';
import { type Abroad, drawAbroad } from './abroad.ts';
import { type CatalogueModel, LONG_TAIL_MODELS, LONG_TAIL_SHARE, MODELS } from './device-catalogue.ts';
import type { Region } from './regions.ts';
import { drawWait } from './wait.ts';
import type { WorldParameters } from './world-parameters.ts';

export const NO_GAID = '00000000-0000-0000-0000-000000000000';

export interface Device {
  readonly model: string;
  readonly osVersion: string;
  readonly screen: string;
  /** All zeros for a person who opted out. */
  readonly gaid: string;
  readonly androidId: string | null;
  /** How far its clock is ahead, in ms. */
  readonly clockError: number;
}

export interface Person {
  /** Identifies the person within the world. */
  readonly key: string;
  readonly region: Region;
  readonly abroad: Abroad;
  readonly language: string;
  readonly homeAddress: string;
  readonly carrier: number;
  readonly device: Device;
  readonly world: WorldParameters;
}

/** What people of one world have in common. */
interface Population {
  readonly seed: number;
  readonly world: WorldParameters;
}

/** The person with that key, the same every time. People in one household share its address. */
export function makePerson({ seed, world }: Population, key: string, household: string): Person {
  const home = randomFor(seed, 'home', household);
  const region = home.weighted(world.regions);
  const homeAddress = drawHome(home, region, world);
  const random = randomFor(seed, 'person', key);
  const travel = randomFor(seed, 'abroad', key);
  const abroad = drawAbroad(travel, region, world);
  return {
    key,
    region,
    abroad,
    homeAddress: abroad.visits === null ? homeAddress : drawHome(travel, abroad.visits, world),
    language: random.weighted(region.languages).tag,
    carrier: random.integer(0, world.networks.carriersPerRegion - 1),
    device: makeDevice(random, drawModel(random, world), world),
    world,
  };
}

/** The language that the phone is set to, a tag as `de-DE`. */
export function languageOf({ language }: Person): string {
  return language.split(',', 1)[0] ?? language;
}

/** A device of a model, with unique identifiers. */
export function makeDevice(random: Random, model: CatalogueModel, world: WorldParameters): Device {
  const { people } = world;
  return {
    model: model.model,
    screen: model.screen,
    osVersion: drawVersion(random, model.versions),
    gaid: random.chance(people.optedOut) ? NO_GAID : random.uuid(),
    androidId: random.chance(people.androidId) ? random.hex(16) : null,
    clockError: drawClockError(random, world),
  };
}

/** The same person on a device with advertising id and android_id, as some fraud schemes require. */
export function identifiable(person: Person, random: Random): Person {
  const { gaid, androidId } = person.device;
  const ids = { gaid: gaid === NO_GAID ? random.uuid() : gaid, androidId: androidId ?? random.hex(16) };
  return { ...person, device: { ...person.device, ...ids } };
}

/** A model with its version of Android, as common as in the catalogue; a share are of its long tail. */
export function drawModel(random: Random, { dominantModel }: WorldParameters): CatalogueModel {
  if (dominantModel !== null && random.chance(dominantModel.share)) return dominantModel.model;
  if (!random.chance(LONG_TAIL_SHARE / 100)) return random.weighted(MODELS);
  const number = Math.floor(random.next() ** 2 * LONG_TAIL_MODELS);
  const model = randomFor('long-tail', number);
  const versions = ['15', '14', '13', '12', '11', '10', '9'];
  const newest = model.integer(0, versions.length - 2);
  return {
    model: `${model.pick(['LM', 'XT', 'HOT', 'Y', 'Z', 'NX', 'T'])}-${model.integer(100, 999)}${number}`,
    screen: model.pick(['720x1600', '720x1560', '1080x2400', '1080x2340', '1080x2412', '1200x2000']),
    versions: versions.slice(newest, newest + 2),
    share: 0,
  };
}

/** Each version of a model is about half as common as the one before it. */
function drawVersion(random: Random, versions: readonly string[]): string {
  return random.weighted(versions.map((version, index) => ({ version, share: 0.5 ** index }))).version;
}

function drawClockError(random: Random, { people, startsAt }: WorldParameters): number {
  const drawn = random.next();
  // A separate stream, so that later draws do not depend on it.
  if (drawn >= people.clockWrong) return drawInaccuracy(randomFor('clock', drawn), people);
  const sign = random.chance(0.5) ? 1 : -1;
  if (!random.chance(people.clockFarOff)) return sign * drawWait(random, people.clockOffMinutes);
  const hour = 3_600_000;
  return random.chance(0.5) ? sign * random.integer(1, 12) * hour : -(startsAt - Date.UTC(2015, 0, 1));
}

function drawInaccuracy(
  random: Random,
  { clockByCarrier, clockByCarrierOff, clockDrift }: WorldParameters['people'],
): number {
  const sign = random.chance(0.5) ? 1 : -1;
  return sign * drawWait(random, random.chance(clockByCarrier) ? clockByCarrierOff : clockDrift);
}

function drawHome(random: Random, region: Region, world: WorldParameters): string {
  return random.chance(world.networks.ipv6Homes) ? ipv6Home(random, region) : ipv4Home(random, region, world);
}

function ipv4Home(random: Random, region: Region, { networks }: WorldParameters): string {
  const network = random.integer(0, networks.homeNetworks - 1);
  return `${region.networks.home[network >> 7]}.${network & 127}.${random.integer(1, 254)}`;
}

function ipv6Home(random: Random, { networks }: Region): string {
  const group = () => random.integer(1, 0xffff).toString(16);
  return `${networks.ipv6}:${group()}:0:0:0:0:${group()}`;
}
