import { DEFAULT_SETTINGS } from '@tributary/server/attribution/facts/attribution-settings';
import { languageRarity } from '@tributary/server/attribution/models/compare-languages';
import { findLikelyClicks } from '@tributary/server/attribution/models/find-likely-clicks';
import { TIME_WEIGHTS } from '@tributary/server/attribution/models/fitted-tables';
import { readLikeness, weighApp } from '@tributary/server/attribution/models/weigh-clicks';
import type { WorldParameters } from '../../world/world-parameters.ts';
import { findTraceless, type TracelessInstall } from './find-traceless.ts';
import { type Choice, fitWeights } from './fit-weights.ts';

const TIMES = TIME_WEIGHTS.map(([ms]) => ms);
const OF_CLICK = [
  'model',
  'hidden model',
  'version',
  'ipv6',
  'language',
  'its rarity',
  'other language',
] as const;
const OF_ITSELF = ['always', 'ten times the clicks', 'the store says so', 'the store began'] as const;
const NAMES = [...TIMES.map((ms) => `after ${ms} ms`), ...OF_CLICK, ...OF_ITSELF];

/**
 * Fits the weights of `models/fitted-tables.ts` to what is known to be true of the installs of worlds that only likeness can
 * attribute; then, all others given, what it weighs for "by itself" that an app passes on nothing that a store says.
 *
 * @returns a weight by name.
 */
export function fitLikeness(
  worlds: readonly WorldParameters[],
  seeds: readonly number[],
  installs: number,
): Record<string, number> {
  const weights = fitWeights(choicesOf(worlds, seeds, installs, false), NAMES.length);
  const [unknown = 0] = fitWeights(choicesOfUnknown(worlds, seeds, installs, weights), 1);
  const fitted = [
    ...NAMES.map((name, k) => [name, weights[k] ?? 0] as const),
    ['store unknown', unknown] as const,
  ];
  return Object.fromEntries(fitted.map(([name, weight]) => [name, Math.round(1000 * weight) / 1000]));
}

function* choicesOf(
  worlds: readonly WorldParameters[],
  seeds: readonly number[],
  installs: number,
  silentStores: boolean,
): Generator<Choice> {
  for (const world of worlds) {
    for (const seed of seeds) {
      for (const traceless of findTraceless(seed, installs, world, { silentStores })) {
        if ((traceless.install.storeWord === 'unknown') === silentStores) yield toChoice(traceless);
      }
    }
  }
}

function* choicesOfUnknown(
  worlds: readonly WorldParameters[],
  seeds: readonly number[],
  installs: number,
  weights: readonly number[],
): Generator<Choice> {
  for (const choice of choicesOf(worlds, seeds, installs, true)) {
    const itself = choice.at(-1);
    yield choice.map((one) => ({
      features: [Number(one === itself)],
      given:
        (one.given ?? 0) + one.features.reduce((sum, feature, k) => sum + feature * (weights[k] ?? 0), 0),
      isTrue: one.isTrue,
    }));
  }
}

/** That it came by itself is the last, and is true also of those whose click was not there to be found. */
function toChoice({ install, candidates, isCause }: TracelessInstall): Choice {
  const { similar, near } = findLikelyClicks({ install, candidates, settings: DEFAULT_SETTINGS });
  const rarity = languageRarity(install.language, near);
  const clicks = similar.map((candidate) => {
    const { timeToBegin, ...shown } = readLikeness(install, candidate, rarity);
    const evidence = [
      shown.modelRarity,
      Number(shown.isModelHidden),
      shown.versionRarity,
      Number(shown.isIpv6),
      Number(shown.languageRarity !== null),
      shown.languageRarity ?? 0,
      Number(shown.isOtherLanguage),
    ];
    return {
      features: [...shareOut(timeToBegin), ...evidence, ...OF_ITSELF.map(() => 0)],
      isTrue: isCause(candidate.clickId),
    };
  });
  const { storeWord } = install;
  const itself = [...TIMES, ...OF_CLICK]
    .map(() => 0)
    .concat(1, Math.log10(1 + near.length), Number(storeWord === 'organic'), Number(storeWord === 'began'));
  return [
    ...clicks,
    { features: itself, given: weighApp(install), isTrue: !clicks.some(({ isTrue }) => isTrue) },
  ];
}

/** Between which two times of the table it is, on a logarithmic scale, as parts that add up to 1. */
function shareOut(ms: number): number[] {
  const above = TIMES.findIndex((time) => time >= ms);
  const right = above === -1 ? TIMES.length - 1 : above;
  const [from, to] = [TIMES[right - 1], TIMES[right]];
  if (from === undefined || to === undefined || ms > to) return TIMES.map((_, k) => Number(k === right));
  const portion = Math.log(ms / from) / Math.log(to / from);
  return TIMES.map((_, k) => (k === right ? portion : k === right - 1 ? 1 - portion : 0));
}
