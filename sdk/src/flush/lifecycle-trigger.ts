import type { Lifecycle } from '../platform/platform.ts';

/** Triggers a flush when the app goes to the background or is about to end; returns a function that stops it. */
export function startLifecycleTrigger(lifecycle: Lifecycle, flush: () => void): () => void {
  return lifecycle.onBackground(flush);
}
