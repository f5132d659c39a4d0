import type { ShareTable } from '../facts/adopted-table.ts';

/**
 * What is fitted to simulated worlds by `npm run bench -- attribution --fit`, which prints it. Fitted to the tuning seeds of
 * the worlds `markets`, `city` and `families`; the others and the reporting seeds have been seen by none of it.
 */
export const FITTED_VERSION = 2;

/** The weight of a click by the time to the start of the install: natural logarithms, linear in the logarithm of the time. */
export const TIME_WEIGHTS: readonly (readonly [ms: number, weight: number])[] = [
  [30_000, 5.78],
  [120_000, 3.151],
  [600_000, 2.387],
  [3_600_000, -1.107],
  [21_600_000, -2.707],
  [86_400_000, -3.114],
];

/** What agreement is worth, times the logarithm of the trait's rarity; less than 1, as agreeing phones are not independent. */
export const TRAIT_WEIGHTS = { model: 0.817, osVersion: 0.702 };
/** A browser that hides its model is a little more often the installing one than one that shows another. */
export const HIDDEN_MODEL_WEIGHT = 0.522;
/** That both have the same language, the same times the logarithm of its rarity among the clicks from the network, and that they do not. */
export const LANGUAGE_WEIGHTS = { same: 0.892, rarity: 0.237, other: -1.075 };
/** Behind a network of IPv6 is one home, behind one of IPv4 there are hundreds, or a whole carrier. */
export const IPV6_WEIGHT = 2.392;

/** The weight of "it came by itself": in general, with ten times as many clicks around, and where the store says so. */
export const ITSELF_WEIGHTS = { always: -0.729, tenTimesTheClicks: 2.522, storeSaysSo: 2.504 };

/** How many in a hundred matches by likeness are right, by the weight of their campaign among everything that is possible. */
export const LIKENESS_SHARES: ShareTable = [
  [64.7, 74.5],
  [76.6, 80.2],
  [86.3, 89.2],
  [91.6, 94.6],
  [96.2, 98.8],
  [99.6, 99.9],
];

/** How many in a hundred organic installs really came by themselves, by that weight, where the store says that they did. */
export const ORGANIC_SHARES: ShareTable = [
  [47.2, 35.3],
  [63.8, 59.8],
  [74.9, 75.5],
  [84.1, 85.6],
  [89.2, 87.3],
  [91.8, 88.2],
  [93, 92.2],
  [94.1, 93.1],
  [95.8, 94.4],
  [97.5, 94.5],
  [98.1, 95.1],
  [98.3, 95.3],
  [98.7, 96.3],
  [99.1, 96.6],
  [99.4, 96.7],
  [99.8, 97.2],
  [100, 98],
];
/** The same with no click near, from which none is reachable. */
export const ORGANIC_ALONE = 99;

/** The same where the store says nothing. */
export const OTHER_SHARES: ShareTable = [
  [48.6, 29.4],
  [76.1, 48],
  [90.1, 62.6],
  [97.4, 65.2],
  [100, 72.8],
];
export const OTHER_ALONE = 91;

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
    [86_400_000, 5],
    [21_600_000, 8],
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
