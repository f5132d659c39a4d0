import { compareModels, compareSystems } from '../facts/confidence.ts';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import { STORE_SECOND_MS } from '../facts/read-store-times.ts';
import { refuseCandidate } from '../facts/refuse-candidate.ts';
import type { RejectionCause } from '../facts/rejection-cause.ts';
import type { Question, Rejected } from './model.ts';

const IOS = /^\s*(ios|ipados|iphone os)\b/i;

interface LikelyClicks {
  /** Clicks that the installing device may have made. */
  readonly similar: readonly Candidate[];
  /** All that came from its network, also by devices that look different. */
  readonly near: readonly Candidate[];
  readonly rejected: Rejected[];
}

/** Finds the clicks from an install's network that may be its cause. */
export function findLikelyClicks({ install, candidates, settings }: Question): LikelyClicks {
  const rejected: Rejected[] = [];
  const isPossible = (candidate: Candidate, cause: RejectionCause | null) => {
    if (cause !== null) rejected.push({ clickId: candidate.clickId, candidate, cause });
    return cause === null;
  };
  const near = candidates
    .filter(({ foundBy }) => foundBy.includes('network'))
    .filter((candidate) =>
      isPossible(
        candidate,
        refuseCandidate(install, candidate, settings.probabilisticWindowMs) ??
          refuseLate(install, candidate) ??
          refuseAbroad(install, candidate) ??
          refuseIos(install, candidate, settings.likenessOnIos),
      ),
    );
  const similar = near.filter((candidate) => isPossible(candidate, differenceOf(install, candidate)));
  return { similar, near, rejected };
}

function differenceOf(install: InstallFacts, candidate: Candidate): RejectionCause | null {
  if (candidate.isAnothers) return { kind: 'led_to_another' };
  if (candidate.isOwn === false) return { kind: 'made_by_another' };
  if (compareModels(install.deviceModel, candidate.deviceModel) === 'different')
    return { kind: 'another_model' };
  return compareSystems(install, candidate) === 'different' ? { kind: 'another_system' } : null;
}

/** Apple forbids recognising its devices by likeness; an app has to opt in to it. */
function refuseIos(install: InstallFacts, candidate: Candidate, isAllowed: boolean): RejectionCause | null {
  // Where the systems differ, differenceOf refuses the click.
  const isIos = IOS.test(install.osName || candidate.osName || '');
  return isIos && !isAllowed ? { kind: 'likeness_off' } : null;
}

/** A network that moves to another country, or is found to be in another, was someone else's before. */
function refuseAbroad(install: InstallFacts, candidate: Candidate): RejectionCause | null {
  const { country } = candidate;
  const isKnown = country !== null && install.country !== null;
  return isKnown && country !== install.country ? { kind: 'another_country' } : null;
}

/** A click after the store began the install cannot have caused it. */
function refuseLate({ installBeganAt }: InstallFacts, { clickedAt }: Candidate): RejectionCause | null {
  const late = installBeganAt !== null && clickedAt > installBeganAt + STORE_SECOND_MS;
  return late ? { kind: 'after_store_began' } : null;
}
