import type { Identity } from '../identity/identity.ts';
import type { Platform } from '../platform/platform.ts';

/** Somewhat longer than the pause of a storage that has failed once. */
const FIRST_MS = 1100;
const MAX_MS = 60_000;

interface RetryParts {
  platform: Pick<Platform, 'timers'>;
  identity: Pick<Identity, 'isLoaded'>;
  delivery: { gate: { isClosed(): boolean } };
}

/**
 * While it cannot be read what the user has chosen, flushes again and again, which reads it: nothing else may call for
 * that for long.
 */
export function retryLoading(parts: RetryParts, flush: () => Promise<void>, delayMs = FIRST_MS): void {
  const { platform, identity, delivery } = parts;
  if (identity.isLoaded() || delivery.gate.isClosed()) return;
  const retry = () => void flush().then(() => retryLoading(parts, flush, Math.min(2 * delayMs, MAX_MS)));
  platform.timers.after(delayMs, retry, { background: true });
}
