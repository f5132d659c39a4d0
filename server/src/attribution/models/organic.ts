import { integrityToken } from '../facts/confidence.ts';
import type { Model } from './model.ts';

/** No known click caused the install. The confidence says how sure of that we are. */
export const organic: Model = {
  name: 'organic',
  consider({ install, candidates }, earlier) {
    const storeSaysSo = install.referrer?.isOrganic === true;
    const namesClick = install.clickId !== null || (install.referrer?.clickId ?? null) !== null;
    const ambiguous = earlier.some(({ cause }) => cause.kind === 'crowd' || cause.kind === 'tie');
    const parts = {
      match_type: 55,
      store_says_organic: storeSaysSo ? 30 : 0,
      no_clicks_near: candidates.length === 0 && !namesClick ? 15 : 0,
      unusable_click: namesClick ? -20 : 0,
      ambiguous_clicks: ambiguous ? -25 : 0,
      integrity_token: integrityToken(install),
    };
    const why = [
      storeSaysSo && 'the store says that the install is organic',
      namesClick && 'the click that the install names cannot be its cause',
      ambiguous && 'clicks from the same network are ambiguous',
      candidates.length > 0 && !namesClick && !ambiguous && 'none of the clicks found matches',
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
