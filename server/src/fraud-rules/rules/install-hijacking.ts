import { defineRule } from '../fraud-rule.ts';

/**
 * The referrer names a click that came too late to be the one which the store knew of: an app on the phone noticed the
 * install, made a click and broadcast a referrer of its own in place of the store's.
 */
export const installHijacking = defineRule({
  name: 'install_hijacking',
  version: 1,
  score: 85,
  means:
    'The referrer names a click that was made after the store began the install, or after the app was first opened.',
  cannotSee:
    'A click that is broadcast in time, before the store begins; and one before the first open, if the store says no times.',
  runsAt: 'decision',
  thresholds: {
    /** The phone's clock, as far as it could be corrected, and ours may differ by so much. */
    tolerance_s: { default: 2, min: 0, max: 3600 },
  },
  findSignals({ referrerClickedAt, installedAt, ageMs, installBegan, storeClick }, { tolerance_s }) {
    if (referrerClickedAt === null) return null;
    // Without an age only the device's own clock says when the app was opened.
    const openedAt = ageMs === null ? undefined : installedAt;
    const late = Math.max(
      ...[openedAt, installBegan?.latest, storeClick?.latest].map((at) =>
        at === undefined ? Number.NEGATIVE_INFINITY : referrerClickedAt - at,
      ),
    );
    return late > tolerance_s * 1000 ? { referrer_click_late_ms: late } : null;
  },
});
