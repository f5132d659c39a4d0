import type { Pool } from 'pg';
import type { Lane } from './lanes/find-lanes.ts';

/**
 * How long a claim lasts, in ms: longer than a send and its record take. What is not recorded by then, since its process
 * died, is sent again.
 */
export const LEASE_MS = 60_000;

const CLAIM = `
  update postback_queue set due_at = $4, claimed_at = $3
  where (customer_id, postback_id) in (
    select customer_id, postback_id from postback_queue
    where customer_id = $1 and config_id = $2 and due_at <= $3
    order by due_at
    limit $5
    for update skip locked)
  returning postback_id`;

/** Takes deliveries that are due; no one else sends them while the claim lasts. @param now Unix ms. */
export async function claimDeliveries(
  pool: Pool,
  { customer_id, config_id }: Lane,
  now: number,
  limit: number,
): Promise<string[]> {
  const at = (ms: number) => new Date(ms).toISOString();
  const { rows } = await pool.query<{ postback_id: string }>({
    name: 'claim-postbacks',
    text: CLAIM,
    values: [customer_id, config_id, at(now), at(now + LEASE_MS), limit],
  });
  return rows.map(({ postback_id }) => postback_id);
}
