import { defineRule } from '../fraud-rule.ts';

/**
 * The store's own times contradict the click: the install began before the click that is said to have led to it.
 * Following the same link again while the app loads contradicts nothing.
 */
export const installTimeAnomaly = defineRule({
  name: 'install_time_anomaly',
  version: 2,
  score: 80,
  means: 'The store began the install before the click that is said to have led to it.',
  cannotSee: 'Installs whose store reports no times, or from a phone whose clock cannot be corrected.',
  runsAt: 'decision',
  thresholds: {
    /** The phone's clock, as far as it could be corrected, and ours may differ by so much. */
    tolerance_s: { default: 2, min: 0, max: 3600 },
  },
  findSignals({ click, installBegan }, { tolerance_s }) {
    if (click === null || click.cameBack || installBegan === null) return null;
    const early = click.clickedAt - installBegan.latest;
    return early > tolerance_s * 1000 ? { install_began_before_click_ms: early } : null;
  },
});
