import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { announceChange, type ChangeFeed } from './change-feed.ts';

/** Wakes the workers that process `event_queue`. A lost ring only costs time: the workers also poll. */
export interface QueueBell {
  /** Signals that something was queued and committed. Cheap enough to call after every commit. */
  ring(): void;
  /**
   * Calls back whenever something may have been queued, here or in another instance. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** The minimum interval between rings to other instances, in ms; under load one ring covers many commits. */
const REST_MS = 50;

interface BellParts {
  pool: Pool;
  changes: ChangeFeed;
  log: Logger;
}

/**
 * A bell that wakes the workers of its own process directly. Only if there are none does it notify other instances, at
 * once and then at most once per interval, and outside of any transaction: a commit that notifies takes a lock that
 * only one commit on the whole server can hold.
 */
export function createQueueBell({ pool, changes, log }: BellParts): QueueBell {
  const listeners = new Set<() => void>();
  let resting: NodeJS.Timeout | undefined;
  let again = false;

  const wakeListeners = () => {
    for (const listener of listeners) listener();
  };
  changes.subscribe(({ kind }) => {
    if (kind === 'queue' || kind === 'all') wakeListeners();
  });

  function ringElsewhere(): void {
    again = resting !== undefined;
    if (again) return;
    announceChange(pool, { kind: 'queue' }).catch((err) => log.warn({ err }, 'workers could not be woken'));
    resting = setTimeout(rested, REST_MS);
  }

  function rested(): void {
    resting = undefined;
    if (again) ringElsewhere();
  }

  return {
    ring: () => (listeners.size > 0 ? wakeListeners() : ringElsewhere()),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => clearTimeout(resting),
  };
}
