import type { Pool } from 'pg';
import type { ClickRecord } from '../../clicks/click-record.ts';
import { storeClicks } from '../../clicks/store-clicks.ts';
import { queryForCustomer } from '../../data-plane/query-for-customer.ts';
import { inTransaction } from '../../group-commit/in-transaction.ts';

/** The clicks of links that take only so many (`p_max_clicks`), however many instances count them. */
export interface LimitedClicks {
  /** Stores a click that counts, if the link takes another one; false if it is used up, and nothing is stored. */
  take(click: ClickRecord): Promise<boolean>;
  /** Whether a click was stored, or is being stored and will be. */
  wasTaken(customerId: string, clickId: string): Promise<boolean>;
  /** Whether the link takes no more clicks. */
  isUsedUp(linkId: string): Promise<boolean>;
}

/** Clicks of a link before it was limited: those counted, and those that are not yet. */
const CLICKS_BEFORE = `
  (select coalesce(sum(clicks), 0) from (
     select clicks from link_counts where customer_id = links.customer_id and link_id = links.id
     union all
     select waiting.clicks from click_count_queue,
       json_to_recordset(deltas) as waiting (customer_id uuid, link_id uuid, clicks bigint)
     where waiting.customer_id = links.customer_id and waiting.link_id = links.id) counted)`;

/** The row's lock makes visits of the link wait for each other, so that the last click is taken once. */
const TAKE = `
  update links set clicks_used = coalesce(clicks_used, ${CLICKS_BEFORE}) + 1
  where id = $1 and (max_clicks is null or coalesce(clicks_used, ${CLICKS_BEFORE}) < max_clicks)
  returning id`;

const IS_USED_UP = `
  select coalesce(clicks_used, ${CLICKS_BEFORE}) >= max_clicks as is_used_up from links where id = $1`;

const FIND_CLICK = {
  name: 'find-limited-click',
  text: 'select click_id from clicks where customer_id = $1 and click_id = $2',
};

/** Counts on the link's own row, in the transaction that stores the click. */
export function createLimitedClicks(pool: Pool): LimitedClicks {
  /** Clicks that are being stored here: a double tap waits for the first. */
  const underway = new Map<string, Promise<boolean>>();
  /** The last click of each link: they take turns here, so that a busy link holds one connection and not all. */
  const turns = new Map<string | null, Promise<boolean>>();

  async function takeNow(click: ClickRecord): Promise<boolean> {
    return inTransaction(pool, async (client) => {
      const { rows } = await client.query({
        name: 'take-limited-click',
        text: TAKE,
        values: [click.link_id],
      });
      if (rows.length === 0) return false;
      await storeClicks(client, [click]);
      return true;
    });
  }

  return {
    take(click) {
      const { click_id, link_id } = click;
      const before = turns.get(link_id)?.catch(() => false) ?? Promise.resolve();
      const taking = before
        .then(() => takeNow(click))
        .finally(() => {
          underway.delete(click_id);
          if (turns.get(link_id) === taking) turns.delete(link_id);
        });
      underway.set(click_id, taking);
      turns.set(link_id, taking);
      return taking;
    },
    async wasTaken(customerId, clickId) {
      const taking = underway.get(clickId);
      if (taking !== undefined) return taking;
      return (await queryForCustomer(pool, customerId, FIND_CLICK, [clickId])).length > 0;
    },
    async isUsedUp(linkId) {
      const { rows } = await pool.query<{ is_used_up: boolean | null }>({
        name: 'is-link-used-up',
        text: IS_USED_UP,
        values: [linkId],
      });
      return rows[0]?.is_used_up ?? false;
    },
  };
}
