import { fitShares, type Judged } from '@tributary/server/attribution/calibration/fit-shares';
import { DEFAULT_SETTINGS } from '@tributary/server/attribution/facts/attribution-settings';
import type { StoreWord } from '@tributary/server/attribution/facts/install-facts';
import { findLikelyClicks } from '@tributary/server/attribution/models/find-likely-clicks';
import { LEAST_SHARE } from '@tributary/server/attribution/models/likeness-score';
import { weighClicks } from '@tributary/server/attribution/models/weigh-clicks';
import type { WorldParameters } from '../../world/world-parameters.ts';
import { findTraceless, type TracelessInstall } from './find-traceless.ts';

/** A campaign with a smaller share is never near enough to be named. */
const LEAST_FITTED = 0.6;
/** Of all decisions, an entry of a table has at least so many. */
const LEAST_OF_ALL = 0.01;

interface Fitted {
  readonly table: readonly [figure: number, share: number][];
  /** Of organic installs with no click near: how many in a hundred are right, of how many. */
  readonly alone?: readonly [share: number, installs: number];
}

interface OrganicDecisions {
  readonly near: Judged[];
  readonly alone: boolean[];
}

/**
 * Fits the tables of `models/fitted-tables.ts`: how often decisions are right, by the share of the explanation in per cent. What
 * the store says is unknown in the same worlds with apps that pass on none of it.
 */
export function fitTables(
  worlds: readonly WorldParameters[],
  seeds: readonly number[],
  installs: number,
): Readonly<Record<string, Fitted>> {
  const likeness: Judged[] = [];
  const none = (): OrganicDecisions => ({ near: [], alone: [] });
  const organic: Record<StoreWord, OrganicDecisions> = {
    organic: none(),
    began: none(),
    silent: none(),
    unknown: none(),
  };
  for (const world of worlds) {
    for (const seed of seeds) {
      for (const silentStores of [false, true]) {
        for (const traceless of findTraceless(seed, installs, world, { silentStores })) {
          const isUnknown = traceless.install.storeWord === 'unknown';
          if (isUnknown === silentStores) judge(traceless, likeness, organic[traceless.install.storeWord]);
        }
      }
    }
  }
  return {
    likeness: { table: fitTable(likeness) },
    ...Object.fromEntries(
      Object.entries(organic).map(([word, { near, alone }]) => [
        `organic, ${word}`,
        { table: fitTable(near), alone: [shareOf(alone), alone.length] },
      ]),
    ),
  };
}

function judge(
  { install, candidates, isCause }: TracelessInstall,
  likeness: Judged[],
  { near: judged, alone }: OrganicDecisions,
): void {
  if (candidates.length === 0) return void alone.push(isCause(null));
  const { similar, near } = findLikelyClicks({ install, candidates, settings: DEFAULT_SETTINGS });
  const { campaigns, organicShare } = weighClicks(install, similar, near);
  const [best] = campaigns;
  const clickId = best?.clicks[0]?.candidate.clickId;
  if (best && clickId && best.share >= LEAST_FITTED) likeness.push([100 * best.share, isCause(clickId)]);
  if (!best || best.share < LEAST_SHARE) judged.push([100 * organicShare, isCause(null)]);
}

const fitTable = (judged: readonly Judged[]) =>
  fitShares(judged, Math.max(100, LEAST_OF_ALL * judged.length));

const shareOf = (right: readonly boolean[]) =>
  Math.round((1000 * right.filter(Boolean).length) / Math.max(1, right.length)) / 10;
