import { MODELS } from './device-catalogue.ts';
import { REGIONS } from './regions.ts';
import { WORLD, type WorldParameters } from './world-parameters.ts';

const SECOND = 1000;
const [FIRST_REGION] = REGIONS;
const [FIRST_MODEL] = MODELS;
if (FIRST_REGION === undefined || FIRST_MODEL === undefined)
  throw new Error('there is no region or no model');

/** Most clocks follow the carrier's, which is off by seconds or minutes. */
const slowClocks: WorldParameters['people'] = {
  ...WORLD.people,
  clockByCarrier: 0.7,
  clockByCarrierOff: { median: 30 * SECOND, sigma: 1, least: SECOND },
};

/** All subscribers of a carrier behind fewer public networks than in the first world. */
const carrierNat: WorldParameters['networks'] = { ...WORLD.networks, egressNetworks: 2, egressKept: 0.6 };

/** One city in which most are on mobile data, behind a handful of public networks. */
const city: WorldParameters = {
  ...WORLD,
  regions: [{ ...FIRST_REGION, share: 1 }],
  people: slowClocks,
  networks: {
    ...carrierNat,
    atHome: 0.25,
    publicWifi: 0.1,
    homeNetworks: 60,
    publicWifiNetworks: 10,
    ipv6Homes: 0.1,
    carriersPerRegion: 2,
    stays: [0.88, 0.6, 0.3],
  },
};

/** Several people behind each address, who tell each other about apps and follow the same links. */
const families: WorldParameters = {
  ...WORLD,
  people: slowClocks,
  installs: { ...WORLD.installs, organic: 0.378, household: 0.08, link: 0.265 },
  networks: { ...carrierNat, atHome: 0.75, publicWifi: 0.05, ipv6Homes: 0.6, stays: [0.97, 0.88, 0.7] },
};

/** Nearly half of the people own the same phone, with the same versions of Android. */
const onePhone: WorldParameters = {
  ...WORLD,
  people: slowClocks,
  networks: carrierNat,
  dominantModel: { share: 0.45, model: FIRST_MODEL },
};

/** Display ads bring hundreds of clicks for each install, and many people are without an advertising id. */
const display: WorldParameters = {
  ...WORLD,
  people: { ...slowClocks, optedOut: 0.4 },
  networks: carrierNat,
  installs: { ...WORLD.installs, organic: 0.358, display: 0.065 },
  clicks: { ...WORLD.clicks, displayPerInstall: 120 },
};

/** Two apps of a city have ten times the people of `city` on each network, and each carrier has one. */
const crowd: WorldParameters = {
  ...city,
  apps: { ...city.apps, count: 2 },
  networks: { ...city.networks, egressNetworks: 1, homeNetworks: 20 },
};

/** Apps of a city that most find by themselves, of which their store often knows nothing, while many only look at links. */
const known: WorldParameters = {
  ...city,
  installs: { ...city.installs, organic: 1.2 },
  clicks: { ...city.clicks, idlePerInstall: 6 },
  evidence: { ...city.evidence, referrerUnset: 0.5 },
};

/**
 * The worlds in which attribution is measured. Their parameters were committed before anything was fitted to any but the
 * first, `markets`; they lean towards what makes attribution harder. `crowd` and `known` came later, to hold apps that are unlike
 * those that the tables are fitted to.
 */
export const WORLDS = { markets: WORLD, city, families, onePhone, display, crowd, known } as const;

export type WorldName = keyof typeof WORLDS;
