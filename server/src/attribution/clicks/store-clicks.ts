import type { Pool, PoolClient } from 'pg';
import { LINK_COUNTS } from '../../counters/declared/link-counts.ts';
import { CLICKS } from '../../counters/facts/clicks.ts';
import { sumContributions } from '../../counters/sql/sum-contributions.ts';
import type { ClickRecord } from './click-record.ts';
import { clicksText, INSERT_CLICKS } from './insert-clicks.ts';

/**
 * One statement, so that storing a click takes one round trip. What the new clicks add to the counters is queued as one
 * row, however many links they belong to; see count-clicks.ts.
 */
const STORE_CLICKS = `
  with inserted as (
    ${INSERT_CLICKS}
    returning ${Object.keys(CLICKS.columns).join(', ')}
  ), delta as (
    ${sumContributions(LINK_COUNTS, CLICKS, 'inserted')})
  insert into click_count_queue (deltas) select json_agg(delta) from delta having count(*) > 0`;

/** Stores clicks of links, each click id only once, and queues them for counting, in one transaction. */
export async function storeClicks(pool: Pool | PoolClient, clicks: readonly ClickRecord[]): Promise<void> {
  await pool.query({ name: 'store-clicks', text: STORE_CLICKS, values: [clicksText(clicks)] });
}
