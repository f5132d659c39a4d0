import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isAway } from './run-jobs.ts';

interface AccountWorkParts {
  readonly pool: Pool;
  readonly log: Pick<Logger, 'warn'>;
}

const ACCOUNTS = 'select id from accounts order by id';

/**
 * Does for each account what is done for all from time to time. One for which it fails holds up no other, and is tried
 * again the next time.
 *
 * @param what is said of a failure: `old payloads cannot be removed`
 * @throws if the database is away: then it would fail for all.
 */
export async function forEachAccount(
  { pool, log }: AccountWorkParts,
  what: string,
  work: (customerId: string) => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(ACCOUNTS);
  for (const { id } of rows) {
    try {
      await work(id);
    } catch (err) {
      if (await isAway(pool, err)) throw err;
      log.warn({ err, customer_id: id }, `${what}; it will be tried again`);
    }
  }
}
