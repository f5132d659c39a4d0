import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { QUEUES, type QueueState } from '../jobs/queues.ts';

/** The state of the database. */
export interface DatabaseState {
  /** Whether it responds. */
  readonly up: boolean;
  /** By name; a queue that could not be read in time is missing. */
  readonly queues: ReadonlyMap<string, QueueState>;
}

/** The longest wait for a result, in ms. */
export const DATABASE_MAX_WAIT_MS = 1000;

/**
 * Creates a reader of the database's state, which never throws and returns within a second. Concurrent calls share one
 * read.
 *
 * @param pool a dedicated pool, whose connecting and statements take no longer than that second.
 */
export function createDatabaseReader(pool: Pool): () => Promise<DatabaseState> {
  let underWay: Promise<DatabaseState> | undefined;
  return () => {
    underWay ??= readDatabase(pool).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

async function readDatabase(pool: Pool): Promise<DatabaseState> {
  const queues = new Map<string, QueueState>();
  let up = false;
  const reading = [
    pool.query('select 1').then(() => {
      up = true;
    }),
    ...Object.values(QUEUES).map(async ({ name, statement }) => {
      const { rows } = await pool.query<QueueState>({ name: `state-of-${name}`, text: statement });
      if (rows[0]) queues.set(name, rows[0]);
    }),
  ];
  await Promise.race([Promise.allSettled(reading), pause(DATABASE_MAX_WAIT_MS, undefined, { ref: false })]);
  return { up, queues: new Map(queues) };
}
