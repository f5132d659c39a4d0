import type { Pool } from 'pg';
import { queryForCustomer } from '../data-plane/query-for-customer.ts';

/** A device of an app, as attribution knows it. */
interface DeviceOfApp {
  readonly customerId: string;
  readonly appId: string;
  readonly deviceId: string;
}

/** Events arrive late and out of order: which token is current is said by when they happened. */
const FIND = {
  name: 'find-push-token',
  text: `
    select sent.push_token from device_ids ids
    cross join lateral (
      select push_token, occurred_at from events
      where events.device_key = ids.device_key and events.customer_id = $1 and events.app_id = ids.app_id
        and push_token is not null
      order by occurred_at desc limit 1) sent
    where ids.customer_id = $1 and ids.app_id = $2 and ids.device_id = $3 and ids.device_key is not null
    order by sent.occurred_at desc limit 1`,
};

/** The token that push messages reach a device with now; null where it never sent one. */
export async function findPushToken(
  pool: Pool,
  { customerId, appId, deviceId }: DeviceOfApp,
): Promise<string | null> {
  const values = [appId, deviceId];
  const rows = await queryForCustomer<{ push_token: string }>(pool, customerId, FIND, values);
  return rows[0]?.push_token ?? null;
}
