import type { ShareTable } from '../facts/adopted-table.ts';

/**
 * What is fitted to simulated worlds by `npm run bench -- attribution --fit`, which prints it. Fitted to the tuning seeds of
 * the worlds `markets`, `city` and `families`; the others and the reporting seeds have been seen by none of it.
 */
export const FITTED_VERSION = 1;

/** The weight of a click by the time to the start of the install: natural logarithms, linear in the logarithm of the time. */
export const TIME_WEIGHTS: readonly (readonly [ms: number, weight: number])[] = [
  [30_000, 6.404],
  [120_000, 3.72],
  [600_000, 2.695],
  [3_600_000, -0.536],
  [21_600_000, -2.129],
  [86_400_000, -2.887],
];

/** What agreement is worth, times the logarithm of the trait's rarity; less than 1, as agreeing phones are not independent. */
export const TRAIT_WEIGHTS = { model: 0.66, osVersion: 0.853 };
/** A browser that hides its model is a little more often the installing one than one that shows another. */
export const HIDDEN_MODEL_WEIGHT = 0.249;
/** That both have the same language, the same times the logarithm of its rarity among the clicks from the network, and that they do not. */
export const LANGUAGE_WEIGHTS = { same: 0, rarity: 0, other: 0 };
/** Behind a network of IPv6 is one home, behind one of IPv4 there are hundreds, or a whole carrier. */
export const IPV6_WEIGHT = 2.776;

/** The weight of "it came by itself": in general, with ten times as many clicks around, and where the store says so. */
export const ITSELF_WEIGHTS = { always: -0.267, tenTimesTheClicks: 2.168, storeSaysSo: 2.424 };

/** How many in a hundred matches by likeness are right, by the weight of their campaign among everything that is possible. */
export const LIKENESS_SHARES: ShareTable = [
  [65.5, 69.1],
  [78.3, 81.9],
  [88.6, 93.8],
  [98.7, 99.6],
];

/** How many in a hundred organic installs really came by themselves, by that weight, where the store says that they did. */
export const ORGANIC_SHARES: ShareTable = [
  [32.5, 30.2],
  [52.3, 45],
  [76.8, 75.2],
  [88.1, 89.6],
  [92.3, 92.9],
  [95.3, 94],
  [99.5, 97.7],
];
/** The same with no click near, from which none is reachable. */
export const ORGANIC_ALONE = 99;

/** The same where the store says nothing. */
export const OTHER_SHARES: ShareTable = [
  [31.4, 12.3],
  [54.5, 29.4],
  [78.3, 46.9],
  [89.3, 53.9],
  [95.7, 65.8],
  [100, 80],
];
export const OTHER_ALONE = 91;

/**
 * How many in a hundred installs of a device that clicked are caused by that click, by its age: an ad that was followed a day
 * ago is most often not why someone installs.
 */
export const DEVICE_SHARES: readonly (readonly [olderThanMs: number, share: number])[] = [
  [86_400_000, 30],
  [3_600_000, 70],
  [0, 97],
];

/** An install that names its click was right in every world; what agrees with it adds a point or two. */
export const NAMED_SHARE = 97;
