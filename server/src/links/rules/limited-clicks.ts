import type { ClientBase, Pool } from 'pg';
import type { ClickRecord } from '../../attribution/clicks/click-record.ts';
import { storeClicks } from '../../attribution/clicks/store-clicks.ts';
import { createSerialQueue } from '../../platform/limits/serial-queue.ts';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import type { Queryable } from '../../platform/store/is-distributed.ts';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';

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
const CLICKS_BEFORE = {
  name: 'clicks-before-limit',
  text: `
    select coalesce(sum(clicks), 0)::float8 as clicks from (
      select clicks from link_counts where customer_id = $1 and link_id = $2
      union all
      select waiting.clicks from click_count_queue,
        json_to_recordset(deltas) as waiting (customer_id uuid, link_id uuid, clicks bigint)
      where waiting.customer_id = $1 and waiting.link_id = $2) counted`,
};

/** The row's lock makes visits of the link wait for each other, so that the last click is taken once. */
const TAKE = `
  update links set clicks_used = clicks_used + 1
  where id = $1 and (max_clicks is null or clicks_used < max_clicks)
  returning clicks_used`;

/** The first limited click finds how many there were before, under the same lock. */
const LOCK = 'select clicks_used from links where id = $1 for no key update';
const START = 'update links set clicks_used = $2 where id = $1';

const FIND_USE = 'select customer_id, clicks_used, max_clicks from links where id = $1';

const FIND_CLICK = {
  name: 'find-limited-click',
  text: 'select click_id from clicks where customer_id = $1 and click_id = $2',
};

/** Counts on the link's own row, in the transaction that stores the click. */
export function createLimitedClicks(pool: Pool): LimitedClicks {
  /** Clicks that are being stored here: a double tap waits for the first. */
  const underway = new Map<string, Promise<boolean>>();
  /** Clicks of a link wait here for each other, so that a busy link holds one connection and not all. */
  const links = createSerialQueue<string | null>();

  async function takeNow(click: ClickRecord): Promise<boolean> {
    return inTransaction(pool, async (client) => {
      if (!(await takeOne(client, click))) return false;
      await storeClicks(client, [click]);
      return true;
    });
  }

  return {
    take(click) {
      const { click_id, link_id } = click;
      const taking = links.run(link_id, () => takeNow(click)).finally(() => underway.delete(click_id));
      underway.set(click_id, taking);
      return taking;
    },
    async wasTaken(customerId, clickId) {
      const taking = underway.get(clickId);
      if (taking !== undefined) return taking;
      return (await queryForCustomer(pool, customerId, FIND_CLICK, [clickId])).length > 0;
    },
    async isUsedUp(linkId) {
      const found = await pool.query<Use>({ name: 'find-link-use', text: FIND_USE, values: [linkId] });
      const [use] = found.rows;
      if (use === undefined || use.max_clicks === null) return false;
      return (use.clicks_used ?? (await clicksBefore(pool, use.customer_id, linkId))) >= use.max_clicks;
    },
  };
}

interface Use {
  readonly customer_id: string;
  readonly clicks_used: number | null;
  readonly max_clicks: number | null;
}

/** Counts one more on the link, in the caller's transaction. @returns whether it takes another one. */
async function takeOne(client: ClientBase, { customer_id, link_id }: ClickRecord): Promise<boolean> {
  const take = { name: 'take-limited-click', text: TAKE, values: [link_id] };
  const taken = await client.query<{ clicks_used: number | null }>(take);
  // Nothing plus one is nothing: such a row was counted from no number.
  if (taken.rows[0] && taken.rows[0].clicks_used !== null) return true;
  const { rows } = await client.query<{ clicks_used: number | null }>(LOCK, [link_id]);
  const [link] = rows;
  if (link_id === null || link === undefined) return false;
  if (link.clicks_used === null)
    await client.query(START, [link_id, await clicksBefore(client, customer_id, link_id)]);
  // Also where another visit has found them in the meantime.
  return (await client.query(take)).rows.length > 0;
}

async function clicksBefore(client: Queryable, customerId: string, linkId: string): Promise<number> {
  const { rows } = await client.query<{ clicks: number }>({ ...CLICKS_BEFORE, values: [customerId, linkId] });
  return rows[0]?.clicks ?? 0;
}
