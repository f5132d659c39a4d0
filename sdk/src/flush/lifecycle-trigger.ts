import type { Lifecycle } from '../platform/platform.ts';

/**
 * Triggers a flush when the app goes to the background or is about to end, and when sending may succeed again, and
 * `leave` when nothing may run after it; returns a function that stops it.
 */
export function startLifecycleTrigger(
  lifecycle: Lifecycle,
  flush: () => void,
  leave: () => void,
): () => void {
  // Leaving first, so that the flush does not send the same events.
  const stops = [lifecycle.onLeave?.(leave), lifecycle.onBackground(flush), lifecycle.onOnline?.(flush)];
  return () => {
    for (const stop of stops) stop?.();
  };
}
