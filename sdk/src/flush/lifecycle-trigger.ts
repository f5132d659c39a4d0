import type { Lifecycle } from '../platform/platform.ts';

export interface LifecycleActions {
  /** The app goes to the background or is about to end. */
  background(): void;
  /** The app is used again. */
  foreground(): void;
  /** Nothing may run after it: sends what it can before it returns. */
  leave(): void;
  /** Sending may succeed again. */
  online(): void;
}

/** Connects the actions to the app's life; returns a function that stops all. */
export function startLifecycleTrigger(
  lifecycle: Lifecycle,
  { background, foreground, leave, online }: LifecycleActions,
): () => void {
  // Leaving first, so that the flush does not send the same events.
  const stops = [
    lifecycle.onLeave?.(leave),
    lifecycle.onBackground(background),
    lifecycle.onForeground?.(foreground),
    lifecycle.onOnline?.(online),
  ];
  return () => {
    for (const stop of stops) stop?.();
  };
}
