import { fitShares, type Judged } from '@tributary/server/attribution/calibration/fit-shares';
import { DEFAULT_SETTINGS } from '@tributary/server/attribution/facts/attribution-settings';
import { findLikelyClicks } from '@tributary/server/attribution/models/find-likely-clicks';
import { weighClicks } from '@tributary/server/attribution/models/weigh-clicks';
import type { WorldParameters } from '../../world/world-parameters.ts';
import { findTraceless } from './find-traceless.ts';

/** A campaign with a smaller share is never near enough to be named. */
const LEAST_SHARE = 0.6;

type Tables = Readonly<Record<'likeness' | 'organic, says the store' | 'organic', [number, number][]>>;

/** Fits the tables of `models/fitted-tables.ts`: how often decisions are right, by the share of the explanation in per cent. */
export function fitTables(
  worlds: readonly WorldParameters[],
  seeds: readonly number[],
  installs: number,
): Tables {
  const likeness: Judged[] = [];
  const organic: Judged[] = [];
  const other: Judged[] = [];
  for (const world of worlds) {
    for (const seed of seeds) {
      for (const { install, candidates, isCause } of findTraceless(seed, installs, world)) {
        if (candidates.length === 0) continue;
        const { similar, near } = findLikelyClicks({ install, candidates, settings: DEFAULT_SETTINGS });
        const { campaigns, itself } = weighClicks(install, similar, near);
        const [best] = campaigns;
        const clickId = best?.clicks[0]?.candidate.clickId;
        if (best && clickId && best.share >= LEAST_SHARE) likeness.push([100 * best.share, isCause(clickId)]);
        else (install.referrer?.isOrganic ? organic : other).push([100 * itself, isCause(null)]);
      }
    }
  }
  return {
    likeness: fitShares(likeness),
    'organic, says the store': fitShares(organic),
    organic: fitShares(other),
  };
}
