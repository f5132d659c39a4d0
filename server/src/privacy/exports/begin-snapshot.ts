import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { AppError } from '../../platform/errors/errors.ts';
import { ERASURE_UNDER_WAY } from '../../platform/store/erasure-under-way.ts';

/** One snapshot, so that all tables are consistent; and a fixed format of values, whatever the role's settings are. */
const BEGIN = `
  begin isolation level repeatable read, read only;
  set local timezone = 'UTC'; set local extra_float_digits = 1; set local client_encoding = 'UTF8'`;

/**
 * The first statement, which takes the snapshot. An erasure commits where it stands with each of its portions: one that is
 * not under way in the snapshot is seen whole, or not at all. An account's is never over.
 */
const UNDER_WAY = `
  select scope from erasures
  where customer_id = $1 and (${ERASURE_UNDER_WAY} or scope = 'account')
  order by scope limit 1`;

const POLL_MS = 200;
const RETRY_AFTER_S = 10;

/**
 * Begins a transaction in which no erasure of the account is half done: waits for those under way.
 *
 * @param maxWaitMs how long.
 * @throws AppError OVERLOADED if one lasts longer; FORBIDDEN if the account itself is erased.
 */
export async function beginSnapshot(
  client: ClientBase,
  customerId: string,
  maxWaitMs: number,
): Promise<void> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    await client.query(BEGIN);
    const { rows } = await client.query<{ scope: string }>(UNDER_WAY, [customerId]);
    const scope = rows[0]?.scope;
    if (scope === undefined) return;
    await client.query('rollback');
    if (scope === 'account') throw new AppError('FORBIDDEN', 'the account is being erased');
    if (performance.now() > deadline)
      throw new AppError('OVERLOADED', 'a device is being erased; try again later', {
        retryAfter: RETRY_AFTER_S,
      });
    await pause(POLL_MS);
  }
}
