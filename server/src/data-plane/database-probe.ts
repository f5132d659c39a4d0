import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { AppError } from '../errors.ts';

/** How long whoever asks waits, in ms. */
const PATIENCE_MS = 2000;
const QUESTION = { text: 'select 1 from schema_migrations limit 1', query_timeout: PATIENCE_MS };

/**
 * Makes what asks the database for a sign of life. Those who ask while an answer is awaited share it, so that however
 * many ask, one connection is taken up.
 *
 * @throws AppError OVERLOADED where no answer comes within 2 s, for want of a connection or on one.
 */
export function createDatabaseProbe(pool: Pool): () => Promise<void> {
  let awaited: Promise<void> | undefined;
  return () => {
    awaited ??= ask(pool).finally(() => {
      awaited = undefined;
    });
    return awaited;
  };
}

async function ask(pool: Pool): Promise<void> {
  const answered = new AbortController();
  const overdue = async () => {
    await pause(PATIENCE_MS, undefined, { signal: answered.signal });
    throw new Error('no answer in time');
  };
  try {
    await Promise.race([pool.query(QUESTION), overdue()]);
  } catch (cause) {
    throw new AppError('OVERLOADED', 'the database does not answer; try again later', {
      retryAfter: 1,
      cause,
    });
  } finally {
    answered.abort();
  }
}
