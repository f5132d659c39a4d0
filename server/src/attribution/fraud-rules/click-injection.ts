import { STORE_SECOND_MS } from '../read-store-times.ts';
import { defineRule } from './fraud-rule.ts';

/**
 * The click came too late to have led to the install: no store can show its page, download and open an app in that
 * time, or the store had begun already. A malicious app on the phone sends such clicks when it hears of an install.
 * It cannot put them into the store's own referrer: of a click that stands there, only the store's times may say so.
 */
export const clickInjection = defineRule({
  name: 'click_injection',
  version: 2,
  score: 90,
  judge({ click, installedAt, installBeganAt }, thresholds) {
    if (click === null) return null;
    const toInstall = installedAt - click.clickedAt;
    const tooShort = !click.namedByStore && toInstall < thresholds.min_click_to_install_s * 1000;
    const toBegin = installBeganAt === null ? null : installBeganAt + STORE_SECOND_MS - click.clickedAt;
    const alreadyBegun =
      !click.cameBack && toBegin !== null && toBegin < thresholds.min_click_to_begin_s * 1000;
    if (!tooShort && !alreadyBegun) return null;
    return {
      click_to_install_ms: toInstall,
      ...(toBegin !== null && { click_to_begin_ms: toBegin - STORE_SECOND_MS }),
    };
  },
});
