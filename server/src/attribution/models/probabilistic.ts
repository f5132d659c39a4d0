import { DAY_MS } from '../../values/day-ms.ts';
import { type ConfidenceParts, compareModels, compareSystems } from '../facts/confidence.ts';
import { describeDuration } from '../facts/describe-duration.ts';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import { STORE_SECOND_MS } from '../facts/read-store-times.ts';
import { refuseCandidate } from '../facts/refuse-candidate.ts';
import type { RejectionCause } from '../facts/rejection-cause.ts';
import { latestFirst } from './deterministic.ts';
import type { Match, Model, Rejected } from './model.ts';
import { shareOfPoints } from './share-of-points.ts';

/** A probabilistic match is never as certain as identity. */
export const PROBABILISTIC_CEILING = 79;
const THRESHOLD = 50;
/** With more clicks than this from one network, any of them could be anyone's. */
export const MAX_ON_NETWORK = 50;
/** This many points less means a quarter as likely: too close to lead a user somewhere based on the match. */
const NEARLY_POINTS = 6;
const IOS = /^\s*(ios|ipados|iphone os)\b/i;
const SECOND_MS = 1000;
/**
 * Shorter times do not distinguish people; also the assumed time from the store's start to the first open, if unknown.
 */
const LEAST_MS = 30 * SECOND_MS;
const TO_FIRST_OPEN_MS = 40 * SECOND_MS;

interface Scored {
  readonly candidate: Candidate;
  readonly parts: ConfidenceParts;
  readonly score: number;
}

/** A click from the same network by a device that looks the same, shortly before. Only an unambiguous one counts. */
export const probabilistic: Model = {
  name: 'probabilistic',
  consider({ install, candidates, settings }) {
    const rejected: Rejected[] = [];
    const reject = (candidate: Candidate, cause: RejectionCause) =>
      rejected.push({ clickId: candidate.clickId, candidate, cause });
    const near: Candidate[] = [];
    for (const candidate of candidates.filter(({ foundBy }) => foundBy.includes('network'))) {
      const cause =
        refuseCandidate(install, candidate, settings.probabilisticWindowMs) ??
        refuseLate(install, candidate) ??
        refuseIos(install, candidate, settings.likenessOnIos);
      if (cause === null) near.push(candidate);
      else reject(candidate, cause);
    }
    if (near.length > MAX_ON_NETWORK) {
      for (const candidate of near) reject(candidate, { kind: 'crowd', limit: MAX_ON_NETWORK });
      return { match: null, rejected };
    }
    const similar = near.filter((candidate) => {
      const difference = differenceOf(install, candidate);
      if (difference !== null) reject(candidate, difference);
      return difference === null;
    });
    const scored = similar.map((candidate) => score(install, candidate, near.length)).sort(bestFirst);
    const match = choose(install, scored);
    for (const loser of scored.filter(({ candidate }) => candidate !== match?.candidate)) {
      reject(loser.candidate, whyNot(loser, scored[0] ?? loser, match));
    }
    return { match, rejected };
  },
};

function differenceOf(install: InstallFacts, candidate: Candidate): RejectionCause | null {
  if (candidate.isAnothers) return { kind: 'led_to_another' };
  if (candidate.isOwn === false) return { kind: 'made_by_another' };
  if (compareModels(install.deviceModel, candidate.deviceModel) === 'different')
    return { kind: 'another_model' };
  return compareSystems(install, candidate) === 'different' ? { kind: 'another_system' } : null;
}

/** Apple forbids to recognise its devices by what they are like; an app must say that it does so all the same. */
function refuseIos(install: InstallFacts, candidate: Candidate, isAllowed: boolean): RejectionCause | null {
  // Of two different systems the other check speaks.
  const isIos = IOS.test(install.osName || candidate.osName || '');
  return isIos && !isAllowed ? { kind: 'likeness_off' } : null;
}

/** A click after the store began the install cannot have caused it. */
function refuseLate({ installBeganAt }: InstallFacts, { clickedAt }: Candidate): RejectionCause | null {
  const late = installBeganAt !== null && clickedAt > installBeganAt + STORE_SECOND_MS;
  return late ? { kind: 'after_store_began' } : null;
}

/**
 * Scored component by component; unknown ones earn nothing. Time and the number of clicks are on a logarithmic scale,
 * since the chance that an unrelated click is this close grows with the time in between and with the number of clicks
 * on the network.
 *
 * @param near the number of clicks on the network within the window.
 */
function score(install: InstallFacts, candidate: Candidate, near: number): Scored {
  const parts = {
    match_type: 20,
    device_model: compareModels(install.deviceModel, candidate.deviceModel) === 'same' ? 15 : 0,
    os: compareSystems(install, candidate) === 'same' ? 5 : 0,
    time_to_install: Math.max(0, Math.round(12 * Math.log10(DAY_MS / timeToBegin(install, candidate)))),
    uniqueness: 0 - Math.round(10 * Math.log10(near)),
  };
  return { candidate, parts, score: Object.values(parts).reduce((sum, points) => sum + points, 0) };
}

/** From the click to the start of the install in the store: the time people take to decide, without the download. */
function timeToBegin({ installedAt, installBeganAt }: InstallFacts, { clickedAt }: Candidate): number {
  const beganAt = installBeganAt ?? installedAt - TO_FIRST_OPEN_MS;
  return Math.max(LEAST_MS, beganAt - clickedAt);
}

function bestFirst(a: Scored, b: Scored): number {
  return b.score - a.score || latestFirst(a.candidate, b.candidate);
}

function isTie(best: Scored, other: Scored): boolean {
  const [a, b] = [best.candidate, other.candidate];
  return other.score === best.score && (a.campaignId !== b.campaignId || a.channel !== b.channel);
}

/** Whether a click on another link is nearly as likely. */
function isNearTie(best: Scored, others: readonly Scored[]): boolean {
  return others.some(
    ({ candidate, score: points }) =>
      candidate.linkId !== best.candidate.linkId && points >= best.score - NEARLY_POINTS,
  );
}

function choose(install: InstallFacts, scored: readonly Scored[]): Match | null {
  const [best, ...others] = scored;
  if (!best || best.score < THRESHOLD || others.some((other) => isTie(best, other))) return null;
  const { candidate, score: points } = best;
  const parts: ConfidenceParts = { ...best.parts, calibration: shareOfPoints(points) - points };
  const same = [
    'network',
    ...(parts.device_model ? ['device_model'] : []),
    ...(parts.os ? ['os_version'] : []),
  ];
  const before = describeDuration(install.installedAt - candidate.clickedAt);
  return {
    candidate,
    parts,
    isNearTie: isNearTie(best, others),
    signals: [...same, 'click_time'],
    because: `A device with the same ${same.join(', ').replaceAll('_', ' ')} made click ${candidate.clickId} (${candidate.channel}) ${before} before the install`,
  };
}

function whyNot(loser: Scored, best: Scored, match: Match | null): RejectionCause {
  if (loser.score < THRESHOLD) return { kind: 'too_weak', points: loser.score, needed: THRESHOLD };
  if (match !== null) return { kind: 'outdone' };
  return { kind: loser.score === best.score ? 'tie' : 'below_tie' };
}
