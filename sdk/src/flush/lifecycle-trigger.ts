import type { Lifecycle } from '../platform/platform.ts';

export interface LifecycleActions {
  flush(): void;
  /** Flushes if the interval has passed meanwhile. */
  flushIfOverdue(): void;
  /** Sends what it can before it returns. */
  leave(): void;
}

/**
 * Triggers a flush when the app goes to the background or is about to end, and when sending may succeed again, one that is
 * overdue when the app is used again, and `leave` when nothing may run after it; returns a function that stops all.
 */
export function startLifecycleTrigger(
  lifecycle: Lifecycle,
  { flush, flushIfOverdue, leave }: LifecycleActions,
): () => void {
  // Leaving first, so that the flush does not send the same events.
  const stops = [
    lifecycle.onLeave?.(leave),
    lifecycle.onBackground(flush),
    lifecycle.onForeground?.(flushIfOverdue),
    lifecycle.onOnline?.(flush),
  ];
  return () => {
    for (const stop of stops) stop?.();
  };
}
