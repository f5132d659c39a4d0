import { clickParts } from '../facts/confidence.ts';
import { describeDuration } from '../facts/describe-duration.ts';
import type { Candidate, InstallFacts } from '../facts/install-facts.ts';
import { refuseCandidate } from '../facts/refuse-candidate.ts';
import { NAMED_SHARE } from './fitted-tables.ts';
import type { Model } from './model.ts';

/** For each other device that has named the click before: a shared store link, or a click that is sold again. */
const REUSED_POINTS = 5;
const MOST_REUSED = 20;

interface NamedClickModel {
  readonly name: 'install_referrer' | 'click_id';
  readonly evidence: 'named_by_store' | 'named_by_app';
  /** The beginning of a sentence that says what names the click. */
  readonly says: string;
  namedBy(install: InstallFacts): string | null;
}

/** Creates a model for installs that name the exact click they come from. */
export function namedClickModel({ name, evidence, says, namedBy }: NamedClickModel): Model {
  return {
    name,
    evidence,
    consider({ install, candidates, settings }) {
      const clickId = namedBy(install);
      if (clickId === null) return { match: null, rejected: [] };
      const candidate = candidates.find(({ foundBy }) => foundBy.includes(name));
      if (!candidate)
        return { match: null, rejected: [{ clickId, candidate: null, cause: { kind: 'no_such_click' } }] };
      const cause = refuseCandidate(install, candidate, settings.clickWindowMs);
      if (cause !== null) return { match: null, rejected: [{ clickId, candidate, cause }] };
      const before = describeDuration(install.installedAt - candidate.clickedAt);
      const match = {
        candidate,
        parts: {
          ...clickParts(NAMED_SHARE, install, candidate),
          click_reused: -Math.min(MOST_REUSED, candidate.namedBefore * REUSED_POINTS),
        },
        signals: [name, 'click_time'],
        because: `${says} click ${candidate.clickId} (${candidate.channel}), made ${before} before the install${reused(candidate)}`,
      };
      return { match, rejected: [] };
    },
  };
}

function reused({ namedBefore }: Candidate): string {
  if (namedBefore === 0) return '';
  return `; ${namedBefore === 1 ? 'another device has' : `${namedBefore} other devices have`} named it before`;
}
