import type { Clock } from './platform.ts';

/**
 * Starts measuring; the returned function says how many ms have passed. A monotonic clock that stops during sleep can
 * only be too low, so the wall clock counts where it has advanced further.
 */
export function startStopwatch(clock: Clock): () => number {
  const [monotonic, now] = [clock.monotonic(), clock.now()];
  return () => {
    const elapsed = clock.monotonic() - monotonic;
    return clock.countsSleep ? elapsed : Math.max(elapsed, clock.now() - now);
  };
}
