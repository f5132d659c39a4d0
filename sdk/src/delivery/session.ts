import { SESSION_MS } from '../config/session-ms.ts';
import type { Clock } from '../platform/platform.ts';
import { startStopwatch } from '../platform/stopwatch.ts';

export { SESSION_MS };

/** Holds single events back until a later session, or all events for the rest of the session or for some time. */
export interface Session {
  /** Holds an event back for the rest of the session. */
  park(eventId: string): void;
  isParked(eventId: string): boolean;
  /** Stops sending for the rest of the session. */
  stop(): void;
  /** Stops sending for that many ms, by default only until it is tried again, at most as long as a session: a date is told by a clock that may be wrong. */
  pause(ms?: number): void;
  mayDeliver(): boolean;
  /** Starts a new session if the current one is over; returns whether it did. */
  renewIfOver(): boolean;
  /** Starts a new session at once. */
  renew(): void;
}

/** A session starts with the client and lasts 30 minutes. */
export function createSession(clock: Clock): Session {
  let elapsedMs = startStopwatch(clock);
  // By event id: an event that moves from memory to disk gets another id in the queue.
  let parked = new Set<string>();
  let stopped = false;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  function renew(): void {
    elapsedMs = startStopwatch(clock);
    parked = new Set();
    stopped = false;
  }

  return {
    park: (eventId) => void parked.add(eventId),
    isParked: (eventId) => parked.has(eventId),
    stop: () => {
      stopped = true;
    },
    pause: (ms = 0) => {
      pausedUntil = clock.monotonic() + Math.min(ms, SESSION_MS);
    },
    mayDeliver: () => !stopped && clock.monotonic() >= pausedUntil,
    renewIfOver() {
      if (elapsedMs() < SESSION_MS) return false;
      renew();
      return true;
    },
    renew,
  };
}
