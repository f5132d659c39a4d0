import { STORE_SECOND_MS } from '../read-store-times.ts';
import { defineRule } from './fraud-rule.ts';

/**
 * The store's own times contradict the story: the install began before the click that is said to have led to it. Someone
 * who follows the same link again while the app loads contradicts nothing.
 */
export const installTimeAnomaly = defineRule({
  name: 'install_time_anomaly',
  version: 2,
  score: 80,
  judge({ click, installBeganAt }, { tolerance_s }) {
    if (click === null || click.cameBack || installBeganAt === null) return null;
    const early = click.clickedAt - (installBeganAt + STORE_SECOND_MS);
    return early > tolerance_s * 1000 ? { install_began_before_click_ms: early } : null;
  },
});
