import { CLICK_ID_KINDS, type ClickIdKind } from '../../platform/values/device-id-kinds.ts';
import { type ConfidenceParts, clickParts } from '../facts/confidence.ts';
import { describeDuration } from '../facts/describe-duration.ts';
import type { Candidate, FoundBy, InstallFacts } from '../facts/install-facts.ts';
import { refuseCandidate } from '../facts/refuse-candidate.ts';
import { DEVICE_SHARES } from './fitted-tables.ts';
import { latestFirst } from './latest-first.ts';
import type { Match, Model, Rejected } from './model.ts';

/** For clicks of other campaigns by the same device, since the last one may not be the cause. */
const RIVAL_POINTS = -2;
/** For an advertising id and an Android id that both match. */
const BOTH_POINTS = 1;
/** How often a click just before the install is its cause, per cent. */
const DEVICE_SHARE = 97;

/** The installing device is known to have clicked, by an id of its own; its last click counts. */
export const deterministic: Model = {
  name: 'deterministic',
  evidence: 'device_id',
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

function matchOf(install: InstallFacts, last: Candidate, older: readonly Candidate[]): Match {
  const ids = last.foundBy.filter(isDeviceId);
  const rivals = older.some(
    ({ campaignId, channel }) => campaignId !== last.campaignId || channel !== last.channel,
  );
  const parts: ConfidenceParts = {
    ...clickParts(DEVICE_SHARE, install, last),
    time_to_install: shareOf(install, last) - DEVICE_SHARE,
    both_ids: ids.length > 1 ? BOTH_POINTS : 0,
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

/** How often such a click is the cause, per cent. */
function shareOf(install: InstallFacts, { clickedAt }: Candidate): number {
  const table = DEVICE_SHARES[wayOf(install)];
  const age = install.installedAt - clickedAt;
  return table.find(([olderThan]) => age > olderThan)?.[1] ?? DEVICE_SHARE;
}

/** How the install came about, as far as the store tells. */
function wayOf({ referrer, storeWord }: InstallFacts): keyof typeof DEVICE_SHARES {
  if (referrer !== null || storeWord === 'began') return 'throughStore';
  return storeWord === 'silent' ? 'elsewhere' : 'unknown';
}
