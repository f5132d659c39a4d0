import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { forEachAccount } from '../../platform/jobs/for-each-account.ts';
import { startWorkLoop, type WorkLoop } from '../../platform/jobs/work-loop.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';

export interface AttemptTrimmerParts {
  readonly pool: Pool;
  readonly log: Logger;
  /** Unix ms. */
  readonly clock: () => number;
  /** Days that attempts are kept. */
  readonly days: number;
}

const REST_MS = 600_000;
/** Rows a statement. */
const PORTION = 5000;

/** Those of a delivery that is under way are kept until it is over. */
const TRIM = `
  delete from postback_attempts
  where customer_id = $1 and (postback_id, attempt) in (
    select postback_id, attempt from postback_attempts old
    where customer_id = $1 and attempted_at <= $2 and not exists (
      select 1 from postbacks
      where postbacks.customer_id = $1 and postbacks.postback_id = old.postback_id and status = 'pending')
    order by attempted_at
    limit ${PORTION})`;

/** Removes attempts that were kept for long enough. Any number may run, in any number of processes. */
export function startAttemptTrimmer(parts: AttemptTrimmerParts): WorkLoop {
  return startWorkLoop({
    work: async () => {
      await trimAttempts(parts);
      return false;
    },
    restMs: REST_MS,
    onFailure: (err) =>
      parts.log.warn({ err }, 'old postback attempts cannot be removed; it will be tried again'),
  });
}

/** Removes the attempts of each account that are older than the days they are kept. */
export async function trimAttempts({ pool, log, clock, days }: AttemptTrimmerParts): Promise<void> {
  const until = new Date(clock() - days * DAY_MS).toISOString();
  await forEachAccount({ pool, log }, 'old postback attempts cannot be removed', async (id) => {
    let removed = PORTION;
    while (removed === PORTION) removed = (await pool.query(TRIM, [id, until])).rowCount ?? 0;
  });
}
