import { defineRule } from './fraud-rule.ts';

/** Far more clicks on the link for each install than people make: clicks are sent for whoever may install some day. */
export const clickFlooding = defineRule({
  name: 'click_flooding',
  version: 1,
  score: 80,
  defaults: {
    /** Fewer clicks than this on the link say nothing yet. */
    min_clicks: 150,
    max_clicks_per_install: 80,
    /** Days whose clicks and installs are counted, the last one included. */
    days: 7,
  },
  judge({ linkTraffic }, { min_clicks, max_clicks_per_install }) {
    if (linkTraffic === null || linkTraffic.clicks < min_clicks) return null;
    const { clicks, installs } = linkTraffic;
    const perInstall = clicks / Math.max(1, installs);
    if (perInstall <= max_clicks_per_install) return null;
    return { clicks, installs, clicks_per_install: Math.round(perInstall) };
  },
});
