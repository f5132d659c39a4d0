import type { ClientBase } from 'pg';
import { MADE_ANONYMOUS, NOT_ANONYMOUS } from '../anonymous-click-sql.ts';

/** In one order, so that two erasures do not wait for each other. */
const FORGET = `
  with named as (
    select click_id from clicks
    where customer_id = $1 and click_id = any($2::uuid[]) and ${NOT_ANONYMOUS} and not exists (
      select 1 from attributions where attributions.customer_id = $1 and attributions.click_id = clicks.click_id)
    order by click_id
    for update
  )
  update clicks set ${MADE_ANONYMOUS} where customer_id = $1 and click_id in (select click_id from named)`;

/**
 * Makes clicks anonymous that a device was known to have made, whether or not it left an id on them. One that an install is
 * attributed to stays that install's.
 *
 * @returns how many.
 */
export async function forgetNamedClicks(
  client: ClientBase,
  customerId: string,
  clickIds: readonly string[],
): Promise<number> {
  if (clickIds.length === 0) return 0;
  return (await client.query(FORGET, [customerId, clickIds])).rowCount ?? 0;
}
