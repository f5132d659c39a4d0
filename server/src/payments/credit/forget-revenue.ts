import type { ClientBase } from 'pg';
import { type Change, takenBack } from '../../counters/add-to-counters.ts';
import { countedGroups } from '../../counters/dimensions.ts';
import { type CountedPurchase, PURCHASES } from '../../counters/facts/purchases.ts';
import type { DeviceRef } from '../../counters/queue-devices.ts';
import { creditPayments } from './credit-payments.ts';
import { refsOf } from './lock-payments.ts';

/** Later deliveries about these payments must not restore the ids. */
const FORGET_TIED = `
  update payments set service_click_id = null, gaid = null, android_id = null, user_id = null, forgotten = true
  where customer_id = $1 and device_id = $2
  returning payment_event_id`;

const OWN = (kind: string) => `${kind} in (select value from own where kind = '${kind}')`;
const WITHOUT_OWN = (kind: string) => `${kind} = case when ${OWN(kind)} then null else ${kind} end`;

/** Payments of other devices, or of none yet, that name one of this device's ids. These must not be restored either. */
const FORGET_NAMED = `
  with own as (
    select kind, value from device_ids
    where customer_id = $1 and app_id = $3 and device_id = $2 and shared_since is null
  ), brought as (
    select click_id from attributions where customer_id = $1 and device_id = $2 and click_id is not null
    union
    select click_id from installs join named_clicks using (customer_id, install_id)
    where customer_id = $1 and installs.device_id = $2
  )
  update payments set ${['gaid', 'android_id', 'user_id'].map(WITHOUT_OWN).join(', ')},
    service_click_id =
      case when service_click_id in (select click_id from brought) then null else service_click_id end,
    forgotten = true
  where customer_id = $1 and app_id = $3 and (
    ${['gaid', 'android_id', 'user_id'].map(OWN).join(' or ')}
    or service_click_id in (select click_id from brought))
  returning payment_event_id`;

const FORGET_PAYLOADS =
  'delete from payment_payloads where customer_id = $1 and payment_event_id = any($2::uuid[])';

const ERASE_PURCHASES = `
  with erased as (delete from purchases where customer_id = $1 and device_id = $2 returning *)
  select customer_id, app_id, currency, amount, to_char(counted_day, 'YYYY-MM-DD') as counted_day,
    counted_campaign_id, counted_link_id, ${countedGroups('erased')}
  from erased`;

/** What was forgotten: how the counters change, and how many rows there were. */
interface ForgottenRevenue {
  readonly changes: readonly Change[];
  readonly payments: number;
  readonly purchases: number;
}

/**
 * Erases the purchases of a device, and detaches its payments, which are kept because they are the account's books. The
 * caller has locked the app exclusively, and has not yet erased the device's installs and ids.
 */
export async function forgetRevenue(
  client: ClientBase,
  { customer_id, app_id, device_id }: DeviceRef,
): Promise<ForgottenRevenue> {
  const device = [customer_id, device_id];
  const tied = await client.query<{ payment_event_id: string }>(FORGET_TIED, device);
  const named = await client.query<{ payment_event_id: string }>(FORGET_NAMED, [...device, app_id]);
  const ids = [...tied.rows, ...named.rows].map(({ payment_event_id }) => payment_event_id);
  await client.query(FORGET_PAYLOADS, [customer_id, ids]);
  const { changes } = await creditPayments(client, refsOf(customer_id, ids));
  const purchases = await client.query<CountedPurchase>(ERASE_PURCHASES, device);
  return {
    changes: [...changes, takenBack(PURCHASES, purchases.rows)],
    payments: new Set(ids).size,
    purchases: purchases.rows.length,
  };
}
