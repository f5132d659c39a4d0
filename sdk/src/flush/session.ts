import type { Clock } from '../platform/platform.ts';

/** How long a session lasts; an app that runs on begins another then, so that what waits gets its turn. */
export const SESSION_MS = 30 * 60 * 1000;

/** What holds back events until a later session, and all of them until a time. */
export interface Session {
  /** Leaves events alone for the rest of the session. */
  park(ids: readonly string[]): void;
  isParked(id: string): boolean;
  /** Ends sending for the rest of the session. */
  stop(): void;
  /** Ends sending for so many ms. */
  pause(ms: number): void;
  mayDeliver(): boolean;
  /** Begins a new session where the present one has lasted long enough; true when it did. */
  renewIfOver(): boolean;
}

/** A session begins with the client and, in one that runs on, every 30 minutes. */
export function createSession(clock: Pick<Clock, 'monotonic'>): Session {
  let startedAt = clock.monotonic();
  let parked = new Set<string>();
  let stopped = false;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    park(ids) {
      for (const id of ids) parked.add(id);
    },
    isParked: (id) => parked.has(id),
    stop: () => {
      stopped = true;
    },
    pause: (ms) => {
      pausedUntil = clock.monotonic() + ms;
    },
    mayDeliver: () => !stopped && clock.monotonic() >= pausedUntil,
    renewIfOver() {
      if (clock.monotonic() - startedAt < SESSION_MS) return false;
      startedAt = clock.monotonic();
      parked = new Set();
      stopped = false;
      return true;
    },
  };
}
