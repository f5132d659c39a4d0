import { compareModels, compareSystems } from '../facts/confidence.ts';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import { USUAL_SHARES } from '../facts/trait-shares.ts';
import { compareLanguages, languageRarity } from './compare-languages.ts';
import {
  HIDDEN_MODEL_WEIGHT,
  IPV6_WEIGHT,
  LANGUAGE_WEIGHTS,
  ORGANIC_WEIGHTS,
  TIME_WEIGHTS,
  TRAIT_WEIGHTS,
} from './fitted-tables.ts';
import { latestFirst } from './latest-first.ts';

/** The cap for apps whose referrers explain nearly everything: without it every click would be taken for a cause. */
const MOST_REFERRED = 0.8;

/** Natural logarithms of likelihood ratios, by what they are for. */
type ClickWeights = Readonly<
  Record<'network' | 'time_to_install' | 'device_model' | 'os' | 'language', number>
>;

/** A click that may be the cause, with its share among all explanations. */
export interface WeighedClick {
  readonly candidate: Candidate;
  readonly weights: ClickWeights;
  /** 0 to 1. */
  readonly share: number;
}

/** All explanations of an install against each other; the shares add up to 1. */
export interface Weighing {
  /** The most likely campaign first, and of each the most likely click first. */
  readonly campaigns: readonly { readonly share: number; readonly clicks: readonly WeighedClick[] }[];
  /** The share of "it came by itself", 0 to 1. */
  readonly organicShare: number;
  /** The weights behind that share, as natural logarithms. */
  readonly organicWeights: OrganicWeights;
}

type OrganicWeights = Readonly<Record<'in_general' | 'clicks_around' | 'store' | 'app', number>>;

/** The assumed time from the store's start to the first open, if the store does not say. */
const TO_FIRST_OPEN_MS = 40_000;

/**
 * Weighs the clicks from an install's network, and the chance that it came by itself, against each other. A campaign's weight is the
 * sum of its clicks' weights. A click weighs more the sooner the install followed and the rarer what both have in common.
 *
 * @param near all clicks from the network within the window, also of devices that look different: the more there are, the
 *   more people live there who may install on their own, and their languages are the usual ones there.
 */
export function weighClicks(
  install: InstallFacts,
  candidates: readonly Candidate[],
  near: readonly Candidate[],
): Weighing {
  const organicWeights = weighOrganic(install, near.length);
  const rarity = languageRarity(install.language, near);
  const organicWeight = sumOf(organicWeights);
  const weighed = candidates.map((candidate) => {
    const weights = weigh(readLikeness(install, candidate, rarity));
    return { candidate, weights, sum: sumOf(weights) };
  });
  // Relative to the largest, so that no exponential overflows.
  const largest = weighed.reduce((most, { sum }) => Math.max(most, sum), organicWeight);
  const organic = Math.exp(organicWeight - largest);
  const total = weighed.reduce((all, { sum }) => all + Math.exp(sum - largest), organic);
  const clicks = weighed.map(
    ({ candidate, weights, sum }): WeighedClick => ({
      candidate,
      weights,
      share: Math.exp(sum - largest) / total,
    }),
  );
  return { campaigns: byCampaign(clicks), organicShare: organic / total, organicWeights };
}

/** The weight of all parts together. */
export function sumOf(weights: Readonly<Record<string, number>>): number {
  return Object.values(weights).reduce((sum, weight) => sum + weight, 0);
}

function byCampaign(clicks: readonly WeighedClick[]): Weighing['campaigns'] {
  const campaigns = Map.groupBy(clicks, ({ candidate }) => campaignOf(candidate));
  return [...campaigns.values()]
    .map((own) => ({
      share: own.reduce((sum, { share }) => sum + share, 0),
      clicks: own.sort(likeliestFirst),
    }))
    .sort((a, b) => b.share - a.share || compareFirst(a.clicks, b.clicks));
}

/** Links without a campaign each stand for one. */
function campaignOf({ campaignId, linkId, channel }: Candidate): string {
  return `${campaignId ?? linkId} ${channel}`;
}

function likeliestFirst(a: WeighedClick, b: WeighedClick): number {
  return b.share - a.share || latestFirst(a.candidate, b.candidate);
}

function compareFirst([a]: readonly WeighedClick[], [b]: readonly WeighedClick[]): number {
  return a && b ? latestFirst(a.candidate, b.candidate) : 0;
}

/** How alike a click and an install are, as numbers that weights multiply; `fit-likeness` fits the weights. */
export interface Likeness {
  /** From the click to the start of the install, without the download: the time people take to decide. */
  readonly timeToBegin: number;
  /** The natural logarithm of how rare the model is that both have, 0 if the click does not show one. */
  readonly modelRarity: number;
  readonly isModelHidden: boolean;
  readonly versionRarity: number;
  readonly isIpv6: boolean;
  /** The natural logarithm of how rare the language of both is; null if they do not have the same. */
  readonly languageRarity: number | null;
  readonly isOtherLanguage: boolean;
}

/** Compares a click with an install whose device does not look different. @param rarity of the install's language. */
export function readLikeness(install: InstallFacts, candidate: Candidate, rarity: number): Likeness {
  const isSameModel = compareModels(install.deviceModel, candidate.deviceModel) === 'same';
  const isSameVersion = compareSystems(install, candidate) === 'same';
  const language = compareLanguages(install.language, candidate.language);
  const beganAt = install.installBeganAt ?? install.installedAt - TO_FIRST_OPEN_MS;
  return {
    timeToBegin: beganAt - candidate.clickedAt,
    modelRarity: isSameModel ? -Math.log(install.traits.model) : 0,
    isModelHidden: !isSameModel,
    versionRarity: isSameVersion ? -Math.log(install.traits.osVersion) : 0,
    isIpv6: install.network?.includes(':') ?? false,
    languageRarity: language === 'same' ? rarity : null,
    isOtherLanguage: language === 'different',
  };
}

function weigh(likeness: Likeness): ClickWeights {
  const { timeToBegin, modelRarity, isModelHidden, versionRarity, isIpv6 } = likeness;
  return {
    network: isIpv6 ? IPV6_WEIGHT : 0,
    time_to_install: weighTime(timeToBegin),
    device_model: isModelHidden ? HIDDEN_MODEL_WEIGHT : TRAIT_WEIGHTS.model * modelRarity,
    os: TRAIT_WEIGHTS.osVersion * versionRarity,
    language: weighLanguage(likeness),
  };
}

function weighLanguage({ languageRarity: rarity, isOtherLanguage }: Likeness): number {
  if (rarity !== null) return LANGUAGE_WEIGHTS.same + LANGUAGE_WEIGHTS.rarity * rarity;
  return isOtherLanguage ? LANGUAGE_WEIGHTS.other : 0;
}

/** How much likelier an app's installs are to come by themselves than those of a usual app, by how many its referrers explain. */
export function weighApp({ traits }: Pick<InstallFacts, 'traits'>): number {
  const odds = (referred: number) => (1 - referred) / referred;
  return Math.log(odds(Math.min(traits.referred, MOST_REFERRED)) / odds(USUAL_SHARES.referred));
}

function weighOrganic(install: InstallFacts, near: number): OrganicWeights {
  const { always, tenTimesTheClicks, store } = ORGANIC_WEIGHTS;
  return {
    in_general: always,
    clicks_around: tenTimesTheClicks * Math.log10(1 + near),
    store: store[install.storeWord],
    app: weighApp(install),
  };
}

function weighTime(ms: number): number {
  const above = TIME_WEIGHTS.findIndex(([at]) => at >= ms);
  const right = TIME_WEIGHTS[above === -1 ? TIME_WEIGHTS.length - 1 : above];
  const left = TIME_WEIGHTS[above - 1];
  if (right === undefined) throw new Error('the table of times is empty');
  if (left === undefined) return right[1];
  const portion = Math.log(ms / left[0]) / Math.log(right[0] / left[0]);
  return left[1] + portion * (right[1] - left[1]);
}
