import { defineRule } from '../fraud-rule.ts';

/**
 * The click came too late to have led to the install: no store can show its page, download and open an app in that
 * time, or the store had already begun. A malicious app on the phone sends such clicks when it learns of an install.
 * It cannot put them into the store's own referrer: a click named there is judged by the store's times alone.
 */
export const clickInjection = defineRule({
  name: 'click_injection',
  version: 2,
  score: 90,
  means:
    'The click came too late to have led to the install: too short before the first open, or after the store had begun it.',
  cannotSee:
    'Clicks that the store’s own referrer names, which are judged by the store’s times alone, and injected clicks that keep to plausible times.',
  runsAt: 'decision',
  thresholds: {
    /** Less than this from the click to the first open is too short. */
    min_click_to_install_s: { default: 10, min: 0, max: 3600 },
    /** Less than this from the click until the store begins is too short; beginning before the click counts too. */
    min_click_to_begin_s: { default: 0, min: 0, max: 3600 },
  },
  findSignals({ click, installedAt, installBegan }, { min_click_to_install_s, min_click_to_begin_s }) {
    if (click === null) return null;
    const toInstall = installedAt - click.clickedAt;
    const tooShort = !click.namedByStore && toInstall < min_click_to_install_s * 1000;
    const alreadyBegun =
      !click.cameBack &&
      installBegan !== null &&
      installBegan.latest - click.clickedAt < min_click_to_begin_s * 1000;
    if (!tooShort && !alreadyBegun) return null;
    return {
      click_to_install_ms: toInstall,
      ...(installBegan !== null && { click_to_begin_ms: installBegan.earliest - click.clickedAt }),
    };
  },
});
