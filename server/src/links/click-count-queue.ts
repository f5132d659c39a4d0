import type { PoolClient } from 'pg';
import { type LinkDelta, sumLinkDeltas } from '../rollups/link-delta.ts';

const QUEUE = 'insert into click_count_queue (deltas) values ($1)';

/** Skipped rows are another worker's; whoever deletes one counts it. */
const TAKE = `
  delete from click_count_queue where batch_id in (
    select batch_id from click_count_queue limit $1 for update skip locked)
  returning deltas`;

/** Leaves what a commit of clicks adds to the counters for later: one row, however many links. */
export async function queueClickCounts(client: PoolClient, deltas: readonly LinkDelta[]): Promise<void> {
  const sums = sumLinkDeltas(deltas);
  if (sums.length === 0) return;
  await client.query({ name: 'queue-click-counts', text: QUEUE, values: [JSON.stringify(sums)] });
}

/** Takes what waits, at most so many rows, in the caller's transaction. */
export async function takeClickCounts(client: PoolClient, limit: number): Promise<LinkDelta[][]> {
  const { rows } = await client.query<{ deltas: LinkDelta[] }>({
    name: 'take-click-counts',
    text: TAKE,
    values: [limit],
  });
  return rows.map(({ deltas }) => deltas);
}
