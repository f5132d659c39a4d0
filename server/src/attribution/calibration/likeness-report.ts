import { z } from 'zod';
import { LEAST_SHARE, likenessScore } from '../models/likeness-score.ts';
import type { LikenessTable } from '../models/likeness-table.ts';
import { fitShares } from './fit-shares.ts';
import type { JudgedLikeness } from './judge-likeness.ts';

const count = z.int().min(0);

/** A table of shares. */
export const shareTable = z.array(
  z.object({
    share: z.number().describe('The share of the campaign among all that is possible, in per cent.'),
    right: z.number().describe('How many of 100 such decisions are right.'),
  }),
);

/** Matches whose confidence is within 5 points, and how many of them are right. */
const band = z.object({
  from: z.int().describe('The confidence from which the band reaches.'),
  to: z.int().describe('The confidence before which it ends.'),
  installs: count.describe('Matches with such a confidence.'),
  said: z.number().describe('The mean of their confidence.'),
  right: count.describe('Those that name the campaign that the install itself names.'),
});

/** How likeness would have decided the installs of an app that name their click. */
export const likenessReport = z.object({
  table: z.string().describe('The table that confidence is taken from.'),
  installs: count.describe('Installs that name their click, the newest of the last 30 days, at most 2,000.'),
  reachable: count.describe(
    'Those whose click came from the network of the install, so that likeness could find it.',
  ),
  named: count.describe('Those to which likeness would have named a campaign.'),
  right: count.describe('Of those, the ones to which it would have named the right one.'),
  bands: z.array(band).describe('The named ones by confidence.'),
  own_shares: shareTable.nullable().describe('The table that fits the app; null for too few installs.'),
});

export type LikenessReport = z.output<typeof likenessReport>;

/** With fewer likely campaigns than this, a table of an app's own would say more of chance than of the app. */
export const FEWEST_TO_FIT = 500;
/** Fewer matches than this in a band say nothing. */
const FEWEST_IN_BAND = 200;
/** What a stated confidence may be off by, in points. */
const TOLERATED = 5;
/** A campaign with a smaller share is never near enough to be named. */
const LEAST_FITTED = 0.6;
const WIDTH = 5;

/** Sums up what likeness made of the installs of an app. Pure. */
export function reportLikeness(judged: readonly JudgedLikeness[], table: LikenessTable): LikenessReport {
  const named = judged.filter(({ share }) => share >= LEAST_SHARE);
  const fitted = judged.filter(({ share }) => share >= LEAST_FITTED);
  return {
    table: table.name,
    installs: judged.length,
    reachable: judged.filter(({ isReachable }) => isReachable).length,
    named: named.length,
    right: named.filter(({ isRight }) => isRight).length,
    bands: bandsOf(named, table),
    own_shares:
      fitted.length < FEWEST_TO_FIT
        ? null
        : fitShares(fitted.map(({ share, isRight }) => [100 * share, isRight])).map(([share, right]) => ({
            share,
            right,
          })),
  };
}

function bandsOf(named: readonly JudgedLikeness[], table: LikenessTable): LikenessReport['bands'] {
  const byBand = Map.groupBy(named, ({ share }) => Math.floor(likenessScore(share, table) / WIDTH) * WIDTH);
  return [...byBand]
    .sort(([a], [b]) => a - b)
    .map(([from, within]) => ({
      from,
      to: from + WIDTH,
      installs: within.length,
      said: within.reduce((sum, { share }) => sum + likenessScore(share, table), 0) / within.length,
      right: within.filter(({ isRight }) => isRight).length,
    }));
}

/**
 * Sentences on bands whose confidence is off by more than 5 points; none where the table fits the app, and none of a table
 * that the app has left since. Pure.
 *
 * @param inForce the name of the table that the app decides by now.
 */
export function findMisfits({ bands, table }: LikenessReport, inForce: string): string[] {
  if (table !== inForce) return [];
  return bands.flatMap(({ from, to, installs, said, right }) => {
    const observed = (100 * right) / installs;
    if (installs < FEWEST_IN_BAND || Math.abs(observed - said) <= TOLERATED) return [];
    return [
      `of ${installs} matches by likeness with a confidence of ${from} to ${to}, ${observed.toFixed(0)} in 100 are right, ` +
        `where table ${table} says ${said.toFixed(0)}`,
    ];
  });
}
