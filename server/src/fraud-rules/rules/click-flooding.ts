import { defineRule } from '../fraud-rule.ts';

/** Far more clicks on the link for each install than people make: clicks sent on the chance of a later install. */
export const clickFlooding = defineRule({
  name: 'click_flooding',
  version: 1,
  score: 80,
  means: 'Far more clicks on the link for each install than people make.',
  cannotSee:
    'Whether a link is flooded or belongs to a display campaign, which needs as many clicks; nor a flood that is spread over many links.',
  runsAt: 'both',
  thresholds: {
    /** Fewer clicks than this on the link say nothing yet. */
    min_clicks: { default: 150, min: 1, max: 1_000_000, whole: true },
    max_clicks_per_install: { default: 80, min: 1, max: 1_000_000 },
    /** Days whose clicks and installs are counted, the last one included. */
    days: { default: 7, min: 1, max: 90, whole: true },
  },
  findSignals({ linkTraffic }, { min_clicks, max_clicks_per_install }) {
    if (linkTraffic === null || linkTraffic.clicks < min_clicks) return null;
    const { clicks, installs } = linkTraffic;
    const perInstall = clicks / Math.max(1, installs);
    if (perInstall <= max_clicks_per_install) return null;
    return { clicks, installs, clicks_per_install: Math.round(perInstall) };
  },
});
