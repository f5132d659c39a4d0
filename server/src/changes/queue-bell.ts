import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Workers of every instance that listen here learn at once that `event_queue` holds work. */
export const EVENT_QUEUE_CHANNEL = 'tributary_event_queue';

/** Wakes the workers. Losing a ring costs only time: they also look by themselves. */
export interface QueueBell {
  ring(): void;
  close(): void;
}

/** Under load one ring stands for many; they are this far apart, in ms. */
const REST_MS = 50;

/**
 * A bell that rings at once, then no more than once a rest. It rings outside of any transaction: a commit that
 * notifies takes a lock that only one commit of the whole server can hold.
 */
export function createQueueBell(pool: Pool, log: Logger): QueueBell {
  let resting: NodeJS.Timeout | undefined;
  let again = false;

  function ring(): void {
    again = resting !== undefined;
    if (again) return;
    pool.query('select pg_notify($1, $2)', [EVENT_QUEUE_CHANNEL, '']).catch((err) => {
      log.warn({ err }, 'workers could not be woken');
    });
    resting = setTimeout(rested, REST_MS);
  }

  function rested(): void {
    resting = undefined;
    if (again) ring();
  }

  return { ring, close: () => clearTimeout(resting) };
}
