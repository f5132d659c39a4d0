import type { Lifecycle } from '../platform/platform.ts';

/**
 * Triggers a flush when the app goes to the background or is about to end, and one that is overdue when the app is used
 * again; returns a function that stops both.
 */
export function startLifecycleTrigger(
  lifecycle: Lifecycle,
  flush: () => void,
  flushIfOverdue: () => void,
): () => void {
  const stopBackground = lifecycle.onBackground(flush);
  const stopForeground = lifecycle.onForeground?.(flushIfOverdue);
  return () => {
    stopBackground();
    stopForeground?.();
  };
}
