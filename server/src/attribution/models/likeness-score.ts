import { interpolateShare } from './interpolate-share.ts';
import type { LikenessTable } from './likeness-table.ts';

/** A match by likeness is never as certain as identity. */
const MOST = 95;
/** A campaign with a smaller share among all explanations is not named as the cause: too many of those would be wrong. */
export const LEAST_SHARE = 0.92;

/** The confidence of a match by likeness whose campaign has this share, 0 to 1. */
export function likenessScore(share: number, { shares }: LikenessTable): number {
  return Math.min(MOST, interpolateShare(100 * share, shares));
}
