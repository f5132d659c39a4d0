import type { Lifecycle } from '../platform/platform.ts';

/** Asks for a flush when the app leaves the screen or is about to end; returns how to stop. */
export function startLifecycleTrigger(lifecycle: Lifecycle, flush: () => void): () => void {
  return lifecycle.onBackground(flush);
}
