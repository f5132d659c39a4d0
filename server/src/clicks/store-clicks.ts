import type { Pool, PoolClient } from 'pg';
import type { ClickRecord } from './click-record.ts';
import { clicksText, INSERT_CLICKS } from './insert-clicks.ts';

/**
 * One statement, so that storing a click takes one round trip. What the new clicks add to the counters is queued as one
 * row, however many links they belong to; see count-clicks.ts.
 */
const STORE_CLICKS = `
  with inserted as (
    ${INSERT_CLICKS}
    returning customer_id, link_id, clicked_at, country, excluded_because
  ), delta as (
    select customer_id, link_id, (clicked_at at time zone 'UTC')::date as day, coalesce(country, '') as country,
           count(*) filter (where excluded_because is null) as clicks,
           count(*) filter (where excluded_because = 'repeat') as repeats,
           count(*) filter (where excluded_because = 'bot') as bots,
           0 as installs
    from inserted
    where link_id is not null
    group by customer_id, link_id, day, country)
  insert into click_count_queue (deltas) select json_agg(delta) from delta having count(*) > 0`;

/** Stores clicks of links, each click id only once, and queues them for counting, in one transaction. */
export async function storeClicks(pool: Pool | PoolClient, clicks: readonly ClickRecord[]): Promise<void> {
  await pool.query({ name: 'store-clicks', text: STORE_CLICKS, values: [clicksText(clicks)] });
}
