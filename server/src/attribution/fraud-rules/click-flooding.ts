import { defineRule } from './fraud-rule.ts';

/** Far more clicks on the link for each install than people make: clicks are sent for whoever may install some day. */
export const clickFlooding = defineRule({
  name: 'click_flooding',
  version: 1,
  score: 80,
  judge({ linkTraffic }, { min_clicks, max_clicks_per_install }) {
    if (linkTraffic === null || linkTraffic.clicks < min_clicks) return null;
    const { clicks, installs } = linkTraffic;
    const perInstall = clicks / Math.max(1, installs);
    if (perInstall <= max_clicks_per_install) return null;
    return { clicks, installs, clicks_per_install: Math.round(perInstall) };
  },
});
