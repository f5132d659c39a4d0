import type { ShareTable } from '../facts/adopted-table.ts';
import type { StoreWord } from '../facts/install-facts.ts';

/**
 * Figures fitted to simulated worlds, as printed by `npm run bench -- attribution --fit`. They are fitted to the tuning seeds of the
 * worlds `markets`, `city` and `families`, and have seen neither the other worlds nor the reporting seeds.
 */
export const FITTED_VERSION = 3;

/** The weight of a click by the time to the start of the install: natural logarithms, linear in the logarithm of the time. */
export const TIME_WEIGHTS: readonly (readonly [ms: number, weight: number])[] = [
  [30_000, 6.212],
  [120_000, 3.472],
  [600_000, 2.712],
  [3_600_000, -0.703],
  [21_600_000, -2.245],
  [86_400_000, -2.901],
];

/** The weight of a shared trait, times the logarithm of its rarity; below 1, since phones that share traits are not independent. */
export const TRAIT_WEIGHTS = { model: 0.735, osVersion: 0.877 };
/** A browser that hides its model is a little more often the installing one than one that shows another. */
export const HIDDEN_MODEL_WEIGHT = 0.456;
/** For the same language, for the logarithm of its rarity among the clicks from the network, and for different languages. */
export const LANGUAGE_WEIGHTS = { same: 0.725, rarity: 0.375, other: -1.078 };
/** An IPv6 network is one home; behind one of IPv4 there are hundreds, or a whole carrier. */
export const IPV6_WEIGHT = 2.543;

/**
 * The weight of "it came by itself": in general, for each tenfold of clicks around, and by what the store says. `unknown` is for apps
 * that pass on nothing of the store, so that even installs whose store knows their click leave no trace.
 */
export const ORGANIC_WEIGHTS = {
  always: -0.604,
  tenTimesTheClicks: 2.265,
  store: { organic: 3.035, began: 2.619, silent: 0, unknown: 1.479 } satisfies Record<StoreWord, number>,
};

/** How many in a hundred matches by likeness are right, by the share of their campaign among all explanations. */
export const LIKENESS_SHARES: ShareTable = [
  [61.7, 68.7],
  [66.9, 74.2],
  [71.9, 78.1],
  [76.1, 83.1],
  [79.5, 83.7],
  [81.4, 85.9],
  [83.2, 87],
  [85.5, 87.7],
  [88.1, 90.2],
  [90.4, 91.3],
  [91.9, 93.8],
  [93.9, 95.7],
  [95.6, 96.7],
  [96.4, 97],
  [97.4, 98.5],
  [97.9, 98.5],
  [98.7, 99.3],
  [99.3, 99.4],
  [99.4, 99.6],
  [99.6, 99.6],
  [99.7, 99.8],
  [99.9, 100],
];

/** How many in a hundred organic installs really came by themselves. */
interface OrganicShares {
  /** By the weight of that among everything that is possible. */
  readonly near: ShareTable;
  /** With no click near, from which none is reachable: a whole number. */
  readonly alone: number;
}

export const ORGANIC_SHARES: Readonly<Record<StoreWord, OrganicShares>> = {
  organic: {
    alone: 99,
    near: [
      [22, 17.3],
      [48.4, 42.9],
      [73.2, 67.7],
      [85.4, 89.3],
      [90.5, 89.6],
      [94, 93],
      [96.3, 94.9],
      [97.2, 95.1],
      [97.7, 95.5],
      [98.6, 96.4],
      [99.2, 96.7],
      [99.4, 96.8],
      [99.5, 97],
      [99.6, 97.3],
      [99.8, 97.4],
      [100, 98.4],
    ],
  },
  began: {
    alone: 99,
    near: [
      [55.7, 68.6],
      [91.6, 93.1],
      [98.2, 95.8],
      [99.4, 97.5],
      [99.6, 98],
      [99.9, 98.7],
      [100, 98.9],
    ],
  },
  silent: {
    alone: 58,
    near: [
      [8.7, 1],
      [16.5, 2],
      [23, 2.9],
      [30.8, 3.9],
      [40.6, 5.9],
      [51.3, 9.8],
      [65.1, 12.7],
      [74.8, 15.7],
      [83.5, 16.8],
      [88.9, 19.6],
      [93.6, 20.2],
      [97.4, 25.5],
      [99.9, 28.9],
      [100, 50.4],
    ],
  },
  unknown: {
    alone: 96,
    near: [
      [11.1, 9],
      [14.9, 10.4],
      [18.3, 11.3],
      [22.6, 12.9],
      [28.7, 19.6],
      [36.2, 21.9],
      [44.1, 33.3],
      [51.8, 45.1],
      [58.7, 51.4],
      [64.9, 52.2],
      [70.6, 57.6],
      [75, 65.9],
      [79.8, 70.9],
      [85.2, 72.6],
      [87.9, 75],
      [89.9, 77],
      [92.2, 79],
      [93.7, 79.8],
      [94.3, 80.9],
      [94.7, 81.8],
      [96, 81.8],
      [97.2, 82.9],
      [98.2, 84.5],
      [99, 84.9],
      [99.5, 84.9],
      [100, 89.6],
    ],
  },
};

type AgeTable = readonly (readonly [olderThanMs: number, share: number])[];

/**
 * How many in a hundred installs of a device that clicked are caused by that click, by its age: an ad that was followed a day
 * ago is most often not why someone installs. Still less where the store says nothing: who installs from elsewhere, as from a
 * web page, did not come by an ad that leads to the store. Where no store would say anything, the mean of both.
 */
export const DEVICE_SHARES: Readonly<Record<'throughStore' | 'elsewhere' | 'unknown', AgeTable>> = {
  throughStore: [
    [86_400_000, 30],
    [21_600_000, 57],
    [3_600_000, 95],
    [0, 97],
  ],
  elsewhere: [
    [86_400_000, 2],
    [21_600_000, 4],
    [3_600_000, 92],
    [0, 97],
  ],
  unknown: [
    [86_400_000, 22],
    [21_600_000, 47],
    [3_600_000, 95],
    [0, 97],
  ],
};

/** An install that names its click was right in every world; what agrees with it adds a point or two. */
export const NAMED_SHARE = 97;
