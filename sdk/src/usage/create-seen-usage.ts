import type { Feature } from '../engine/additions.ts';
import { createUsage } from './create-usage.ts';

/**
 * Tracks the install and sessions of an app that somebody sees: a system also starts one in the background, as for a push
 * or the probe of an uninstall, which is no use of it.
 */
export function createSeenUsage(): Feature {
  const usage = createUsage();
  return {
    start(on) {
      const hooks = usage.start(on);
      const { lifecycle } = on.platform;
      return { ...hooks, used: async () => (lifecycle.isBackground?.() ? undefined : hooks.used?.()) };
    },
  };
}
