import { CLICK_ID_KINDS, type ClickIdKind } from '../../devices/device-identifiers.ts';
import { type ConfidenceParts, clickParts } from '../facts/confidence.ts';
import { describeDuration } from '../facts/describe-duration.ts';
import type { Candidate, FoundBy, InstallFacts } from '../facts/install-facts.ts';
import { refuseCandidate } from '../facts/refuse-candidate.ts';
import type { Match, Model, Rejected } from './model.ts';

const POINTS = { one: 80, both: 86 };
/** The reduction for clicks of other campaigns by the same device, since the last one may not be the cause. */
const RIVAL_POINTS = -4;

/** The installing device is known to have clicked, by an id of its own; its last click counts. */
export const deterministic: Model = {
  name: 'deterministic',
  consider({ install, candidates, settings }) {
    const rejected: Rejected[] = [];
    const eligible: Candidate[] = [];
    for (const candidate of candidates.filter(isOfDevice)) {
      const cause = refuseCandidate(install, candidate, settings.clickWindowMs);
      if (cause === null) eligible.push(candidate);
      else rejected.push({ clickId: candidate.clickId, candidate, cause });
    }
    const [last, ...older] = eligible.sort(latestFirst);
    if (!last) return { match: null, rejected };
    for (const candidate of older) {
      rejected.push({ clickId: candidate.clickId, candidate, cause: { kind: 'clicked_again' } });
    }
    return { match: matchOf(install, last, older), rejected };
  },
};

function isOfDevice({ foundBy }: Candidate): boolean {
  return foundBy.some(isDeviceId);
}

function isDeviceId(by: FoundBy): by is ClickIdKind {
  return (CLICK_ID_KINDS as readonly FoundBy[]).includes(by);
}

/** By time, then by id, so that the result never depends on the order of arrival. */
export function latestFirst(a: Candidate, b: Candidate): number {
  return b.clickedAt - a.clickedAt || (a.clickId < b.clickId ? -1 : 1);
}

function matchOf(install: InstallFacts, last: Candidate, older: readonly Candidate[]): Match {
  const ids = last.foundBy.filter(isDeviceId);
  const rivals = older.some(
    ({ campaignId, channel }) => campaignId !== last.campaignId || channel !== last.channel,
  );
  const parts: ConfidenceParts = {
    ...clickParts(ids.length > 1 ? POINTS.both : POINTS.one, install, last),
    uniqueness: rivals ? RIVAL_POINTS : 0,
  };
  const what = last.source === 're_engagement' ? 'returned through' : 'made';
  const before = describeDuration(install.installedAt - last.clickedAt);
  return {
    candidate: last,
    parts,
    signals: [...ids, 'click_time'],
    because: `The same device (${ids.join(' and ')}) ${what} click ${last.clickId} (${last.channel}), ${before} before the install`,
  };
}
