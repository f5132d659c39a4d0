import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { forEachAccount } from '../../platform/jobs/for-each-account.ts';
import { DAY_MS } from '../../platform/values/day-ms.ts';

/** Payloads per statement: each may have 256 KB. */
const PORTION = 500;

const TRIM = `
  delete from payment_payloads
  where customer_id = $1 and (payment_event_id, digest) in (
    select payment_event_id, digest from payment_payloads
    where customer_id = $1 and stored_at <= $2
    order by stored_at
    limit ${PORTION})`;

interface PayloadTrimmerParts {
  readonly pool: Pool;
  readonly log: Pick<Logger, 'warn'>;
  /** Unix ms. */
  readonly clock: () => number;
  /** How long payloads are kept; 0 removes all. */
  readonly payloadDays: number;
}

/** Removes raw payloads that are older than their retention period, account by account. */
export async function trimPayloads({ pool, log, clock, payloadDays }: PayloadTrimmerParts): Promise<void> {
  const until = new Date(clock() - payloadDays * DAY_MS).toISOString();
  await forEachAccount({ pool, log }, 'old payloads cannot be removed', async (id) => {
    let removed = PORTION;
    while (removed === PORTION) removed = (await pool.query(TRIM, [id, until])).rowCount ?? 0;
  });
}
