import type { Pool } from 'pg';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';
import { CLICK_ID_KINDS } from '../../platform/values/device-id-kinds.ts';

const byKind = (kind: string) => `
  select device_id from event join device_ids ids on ids.customer_id = $1 and ids.app_id = $2
    and ids.kind = '${kind}' and ids.value = event.${kind} and ids.shared_since is null`;

/** Installs of the device before, which knows itself by an id that outlives one. */
const FIND = {
  name: 'find-earlier-use-of-click',
  text: `
    with event as (
      select ${CLICK_ID_KINDS.join(', ')} from events where customer_id = $1 and app_id = $2 and event_id = $3
    )
    select 1 from attributions
    join installs on installs.customer_id = $1 and installs.install_id = attributions.install_id
    where attributions.customer_id = $1 and attributions.click_id = $4 and installs.app_id = $2
      and installs.event_id <> $3
      and attributions.device_id in (${CLICK_ID_KINDS.map(byKind).join(' union all ')})
    limit 1`,
};

/** An install that asks for the link of a click which it names itself. */
interface ClaimedClick {
  readonly customerId: string;
  readonly appId: string;
  readonly installEventId: string;
  readonly clickId: string;
}

/** Whether the click led an earlier install of the same device: the store tells of it again after a re-install. */
export async function hasLedDevice(
  pool: Pool,
  { customerId, appId, installEventId, clickId }: ClaimedClick,
): Promise<boolean> {
  const values = [appId, installEventId, clickId];
  return (await queryForCustomer(pool, customerId, FIND, values)).length > 0;
}
