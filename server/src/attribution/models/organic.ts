import type { StoreWord } from '../facts/install-facts.ts';
import { ORGANIC_SHARES } from './fitted-tables.ts';
import { interpolateShare } from './interpolate-share.ts';
import type { Model } from './model.ts';

/** An install that names a click which cannot be its cause has some cause all the same. */
const UNUSABLE_POINTS = -20;

const SAYS: Readonly<Record<StoreWord, string | false>> = {
  organic: 'the store says that the install is organic',
  began: 'the store began the install, and names nothing that led to it',
  silent: 'the store says nothing of it, unlike of other installs of the app',
  unknown: false,
};

/** No known click caused the install. The confidence says how often such an install really came by itself. */
export const organic: Model = {
  name: 'organic',
  evidence: 'nothing',
  consider({ install, candidates }, { organicShare, isLikenessPossible }) {
    const namesClick = install.clickId !== null || (install.referrer?.clickId ?? null) !== null;
    const { storeWord } = install;
    const { alone, near } = ORGANIC_SHARES[storeWord];
    const share = isLikenessPossible ? interpolateShare(100 * organicShare, near) : alone;
    const parts = {
      match_type: alone,
      clicks_near: share - alone,
      unusable_click: namesClick ? UNUSABLE_POINTS : 0,
    };
    const others = Math.round(100 * (1 - organicShare));
    const why = [
      SAYS[storeWord],
      namesClick && 'the click that the install names cannot be its cause',
      others > 0 &&
        `clicks from the same network are ${others} % likely to have led to it, which is not enough`,
      others === 0 && candidates.length > 0 && !namesClick && 'none of the clicks found matches',
      candidates.length === 0 && !namesClick && 'no click was found that could have led to it',
    ].filter((clause) => clause !== false);
    const match = {
      candidate: null,
      parts,
      signals: storeWord === 'organic' ? ['install_referrer'] : [],
      because: `Organic: ${why.join('; ')}`,
    };
    return { match, rejected: [] };
  },
};
