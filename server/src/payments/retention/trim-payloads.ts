import type { Pool } from 'pg';
import { DAY_MS } from '../../platform/values/day-ms.ts';

/** Payloads per statement: each may have 256 KB. */
const PORTION = 500;

const ACCOUNTS = 'select id from accounts order by id';

const TRIM = `
  delete from payment_payloads
  where customer_id = $1 and (payment_event_id, digest) in (
    select payment_event_id, digest from payment_payloads
    where customer_id = $1 and stored_at <= $2
    order by stored_at
    limit ${PORTION})`;

/**
 * Removes raw payloads that are older than their retention period, account by account.
 *
 * @param days how long they are kept; 0 removes all.
 * @param now Unix ms.
 */
export async function trimPayloads(pool: Pool, days: number, now: number): Promise<void> {
  const until = new Date(now - days * DAY_MS).toISOString();
  const accounts = await pool.query<{ id: string }>(ACCOUNTS);
  for (const { id } of accounts.rows) {
    let removed = PORTION;
    while (removed === PORTION) {
      removed = (await pool.query(TRIM, [id, until])).rowCount ?? 0;
    }
  }
}
