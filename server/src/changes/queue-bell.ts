import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { announceChange, type ChangeFeed } from './change-feed.ts';

/** Wakes whoever works off `event_queue`. Losing a ring costs only time: they also look by themselves. */
export interface QueueBell {
  /** Says that something was queued and committed. Cheap: may be called after every commit. */
  ring(): void;
  /** Calls back whenever something may have been queued, here or in another instance. Answers with how to stop that. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Under load one ring to the other instances stands for many; they are this far apart, in ms. */
const REST_MS = 50;

interface BellParts {
  pool: Pool;
  changes: ChangeFeed;
  log: Logger;
}

/**
 * A bell that wakes the workers of its own process directly. Only where there are none does it ring in the other
 * instances, at once and then no more than once a rest, and outside of any transaction: a commit that notifies takes a
 * lock that only one commit of the whole server can hold.
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
