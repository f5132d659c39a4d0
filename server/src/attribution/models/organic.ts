import { ORGANIC_ALONE, ORGANIC_SHARES, OTHER_ALONE, OTHER_SHARES } from './fitted-tables.ts';
import { interpolateShare } from './interpolate-share.ts';
import type { Model } from './model.ts';

/** An install that names a click which cannot be its cause has some cause all the same. */
const UNUSABLE_POINTS = -20;

/** No known click caused the install. The confidence says how often such an install really came by itself. */
export const organic: Model = {
  name: 'organic',
  consider({ install, candidates }, { itself, isLikenessPossible }) {
    const storeSaysSo = install.referrer?.isOrganic === true;
    const namesClick = install.clickId !== null || (install.referrer?.clickId ?? null) !== null;
    const alone = storeSaysSo ? ORGANIC_ALONE : OTHER_ALONE;
    const share = isLikenessPossible
      ? interpolateShare(100 * itself, storeSaysSo ? ORGANIC_SHARES : OTHER_SHARES)
      : alone;
    const parts = {
      match_type: alone,
      clicks_near: share - alone,
      unusable_click: namesClick ? UNUSABLE_POINTS : 0,
    };
    const others = Math.round(100 * (1 - itself));
    const why = [
      storeSaysSo && 'the store says that the install is organic',
      namesClick && 'the click that the install names cannot be its cause',
      others > 0 &&
        `clicks from the same network are ${others} % likely to have led to it, which is not enough`,
      others === 0 && candidates.length > 0 && !namesClick && 'none of the clicks found matches',
      candidates.length === 0 && !namesClick && 'no click was found that could have led to it',
    ].filter((clause) => clause !== false);
    const match = {
      candidate: null,
      parts,
      signals: storeSaysSo ? ['install_referrer'] : [],
      because: `Organic: ${why.join('; ')}`,
    };
    return { match, rejected: [] };
  },
};
