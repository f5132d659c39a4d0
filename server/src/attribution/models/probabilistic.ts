import { type ConfidenceParts, compareModels, compareSystems } from '../facts/confidence.ts';
import { describeDuration } from '../facts/describe-duration.ts';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import type { RejectionCause } from '../facts/rejection-cause.ts';
import { describeOdds } from './describe-odds.ts';
import { findLikelyClicks } from './find-likely-clicks.ts';
import { LEAST_SHARE, likenessScore } from './likeness-score.ts';
import { type LikenessTable, likenessTable } from './likeness-table.ts';
import type { Match, Model } from './model.ts';
import { sumOf, type WeighedClick, type Weighing, weighClicks } from './weigh-clicks.ts';

/** A link less than this many times less likely is too close for the match to lead a user anywhere. */
const NEARLY = 4;
/** From natural logarithms to decibans, ten for each factor of ten, so that parts are whole numbers that add up. */
const DECIBANS = 10 / Math.LN10;

/** A click from the same network by a device that looks the same, shortly before, if nothing else is nearly as likely. */
export const probabilistic: Model = {
  name: 'probabilistic',
  evidence: 'likeness',
  consider(question) {
    const { install, settings } = question;
    const { near, similar, rejected } = findLikelyClicks(question);
    const weighing = weighClicks(install, similar, near);
    const match = choose(install, weighing, likenessTable(settings.adoptedTable));
    for (const { share, clicks } of weighing.campaigns) {
      for (const { candidate } of clicks) {
        if (candidate === match?.candidate) continue;
        rejected.push({ clickId: candidate.clickId, candidate, cause: whyNot(share, match) });
      }
    }
    return { match, rejected, organicShare: weighing.organicShare };
  },
};

function choose(install: InstallFacts, weighing: Weighing, table: LikenessTable): Match | null {
  const [best] = weighing.campaigns;
  const [click] = best?.clicks ?? [];
  if (!best || !click || best.share < LEAST_SHARE) return null;
  const { candidate } = click;
  const same = [
    'network',
    ...(compareModels(install.deviceModel, candidate.deviceModel) === 'same' ? ['device_model'] : []),
    ...(compareSystems(install, candidate) === 'same' ? ['os_version'] : []),
    ...(install.language !== null && install.language === candidate.language ? ['language'] : []),
  ];
  const before = describeDuration(install.installedAt - candidate.clickedAt);
  return {
    candidate,
    parts: partsOf(click, best.share, sumOf(weighing.organicWeights), table),
    isNearTie: isNearTie(candidate, weighing),
    signals: [...same, 'click_time'],
    because:
      `A device with the same ${same.join(', ').replaceAll('_', ' ')} made click ${candidate.clickId} ` +
      `(${candidate.channel}) ${before} before the install; the odds that its campaign brought it are ` +
      `${describeOdds(best.share)}`,
  };
}

/** The weights for and against the click in decibans, and the calibration that makes their sum the share of right decisions. */
function partsOf(
  { weights }: WeighedClick,
  share: number,
  organicWeight: number,
  table: LikenessTable,
): ConfidenceParts {
  const decibans = (weight: number) => Math.round(weight * DECIBANS);
  const odds = decibans(Math.log(share / (1 - share)));
  const known = {
    network: decibans(weights.network),
    time_to_install: decibans(weights.time_to_install),
    device_model: decibans(weights.device_model),
    os: decibans(weights.os),
    language: decibans(weights.language),
    came_by_itself: decibans(-organicWeight),
  };
  const others = odds - Object.values(known).reduce((sum, points) => sum + points, 0);
  const score = likenessScore(share, table);
  return { ...known, other_clicks: others, calibration: score - odds };
}

/** Whether clicks of another link are nearly as likely as those of this one. */
function isNearTie({ linkId }: Candidate, { campaigns }: Weighing): boolean {
  const byLink = new Map<string | null, number>();
  for (const { candidate, share } of campaigns.flatMap(({ clicks }) => clicks)) {
    byLink.set(candidate.linkId, (byLink.get(candidate.linkId) ?? 0) + share);
  }
  const own = byLink.get(linkId) ?? 0;
  return [...byLink].some(([link, share]) => link !== linkId && share * NEARLY >= own);
}

function whyNot(share: number, match: Match | null): RejectionCause {
  const percent = Math.round(100 * share);
  return match === null
    ? { kind: 'too_unlikely', percent, needed: 100 * LEAST_SHARE }
    : { kind: 'outweighed', percent };
}
