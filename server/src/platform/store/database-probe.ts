import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { AppError } from '../errors/errors.ts';
import type { DiskSpace } from './disk-space.ts';

/** The longest wait for an answer, in ms. */
const MAX_WAIT_MS = 2000;
const QUESTION = { text: 'select 1 from schema_migrations limit 1', query_timeout: MAX_WAIT_MS };

/** `disk_full`: it answers, but can store nothing. */
export type DatabaseState = 'ready' | 'disk_full';

/**
 * Creates a function that checks whether the database responds. Concurrent calls share one query, so that any number of
 * them takes only one connection.
 *
 * @throws AppError OVERLOADED if there is no response within 2 s, or no connection.
 */
export function createDatabaseProbe(pool: Pool, disk: DiskSpace): () => Promise<DatabaseState> {
  let awaited: Promise<DatabaseState> | undefined;
  return () => {
    awaited ??= ask(pool, disk).finally(() => {
      awaited = undefined;
    });
    return awaited;
  };
}

async function ask(pool: Pool, disk: DiskSpace): Promise<DatabaseState> {
  const answered = new AbortController();
  const overdue = async (): Promise<never> => {
    await pause(MAX_WAIT_MS, undefined, { signal: answered.signal });
    throw new Error('no answer in time');
  };
  try {
    return await Promise.race([look(pool, disk), overdue()]);
  } catch (cause) {
    throw new AppError('OVERLOADED', 'the database does not answer; try again later', {
      retryAfter: 1,
      cause,
    });
  } finally {
    answered.abort();
  }
}

async function look(pool: Pool, disk: DiskSpace): Promise<DatabaseState> {
  await pool.query(QUESTION);
  return (await disk.isFull()) ? 'disk_full' : 'ready';
}
