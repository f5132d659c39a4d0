import type { Clock } from '../platform/platform.ts';
import { startStopwatch } from './stopwatch.ts';

/** How long a session lasts. A running app then starts another one, so that waiting events are tried again. */
export const SESSION_MS = 30 * 60 * 1000;

/** Holds single events back until a later session, or all events for the rest of the session or for some time. */
export interface Session {
  /** Holds these events back for the rest of the session. */
  park(ids: readonly string[]): void;
  isParked(id: string): boolean;
  /** Stops sending for the rest of the session. */
  stop(): void;
  /** Stops sending for that many ms. */
  pause(ms: number): void;
  mayDeliver(): boolean;
  /** Starts a new session if the current one is over; returns whether it did. */
  renewIfOver(): boolean;
}

/** A session starts with the client and lasts 30 minutes. */
export function createSession(clock: Clock): Session {
  let elapsedMs = startStopwatch(clock);
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
      if (elapsedMs() < SESSION_MS) return false;
      elapsedMs = startStopwatch(clock);
      parked = new Set();
      stopped = false;
      return true;
    },
  };
}
