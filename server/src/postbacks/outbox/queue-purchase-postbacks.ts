import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { applicableConfigs, loadConfigs } from './applicable-configs.ts';
import { insertPostbacks, type NewPostback } from './insert-postbacks.ts';

/** Leaves out organic installs, and imported ones, which have no click of ours. */
const BROUGHT = 'attributions.customer_id = given.customer_id and attributions.click_id is not null';
const COLUMNS = 'attribution_id, attributions.install_id, attributions.channel';

/**
 * The payments without a postback yet, with the install that each belongs to: the device's most recent one that an ad
 * click brought, up to the payment. A payment may be dated before its install by a clock that is wrong, or be made on the
 * web: then it is the device's first install, unless that was organic.
 */
const FIND = `
  select given.customer_id, given.payment_event_id, paid.app_id, attribution_id, install.install_id, channel,
    round(extract(epoch from paid.received_at) * 1000)::float8 as received_at
  from json_to_recordset($1::json) as given (customer_id uuid, payment_event_id uuid)
  cross join lateral (
    select app_id, device_id, occurred_at, received_at from payments
    where payments.customer_id = given.customer_id and payments.payment_event_id = given.payment_event_id
      and payments.key_type = 'payment' and payments.device_id is not null
    offset 0
  ) paid
  cross join lateral (
    select * from (
      (select 1 as rank, ${COLUMNS}
       from attributions
       where ${BROUGHT} and device_id = paid.device_id
         and installed_at <= least(paid.occurred_at, paid.received_at)
       order by installed_at desc, install_id desc limit 1)
      union all
      (select 2, ${COLUMNS}
       from installs
       join attributions on ${BROUGHT} and attributions.install_id = installs.install_id
       where installs.customer_id = given.customer_id and installs.app_id = paid.app_id
         and installs.device_id = paid.device_id and installs.kind = 'install'
         and installs.installed_at > least(paid.occurred_at, paid.received_at))
    ) candidate
    order by rank limit 1
  ) install
  where not exists (
    select 1 from postbacks earlier
    where earlier.customer_id = given.customer_id and earlier.payment_event_id = given.payment_event_id
      and earlier.event_type = 'purchase')`;

interface PaymentRef {
  readonly customer_id: string;
  readonly payment_event_id: string;
}

interface PaidInstall extends PaymentRef {
  readonly app_id: string;
  readonly attribution_id: string;
  readonly install_id: string;
  readonly channel: string;
  readonly received_at: number;
}

/**
 * The postbacks of payments whose device came from an ad click that are not queued yet. One that arrived before a config was
 * made is not sent to it.
 */
export async function findPurchasePostbacks(
  client: ClientBase,
  payments: readonly PaymentRef[],
): Promise<NewPostback[]> {
  if (payments.length === 0) return [];
  const configs = await loadConfigs(
    client,
    payments.map(({ customer_id }) => customer_id),
  );
  const configsOf = (customerId: string) => configs.get(customerId) ?? [];
  const told = payments.filter(({ customer_id }) =>
    configsOf(customer_id).some(({ event_types }) => event_types.includes('purchase')),
  );
  const rows = await queryGiven<PaidInstall>(client, { name: 'find-paid-installs', text: FIND }, told);
  return rows.flatMap((row) => {
    const cause = { appId: row.app_id, eventType: 'purchase', clickChannel: row.channel } as const;
    return applicableConfigs(configsOf(row.customer_id), cause)
      .filter((config) => config.created_at <= row.received_at)
      .map((config) => ({
        config,
        appId: row.app_id,
        eventType: cause.eventType,
        attributionId: row.attribution_id,
        installId: row.install_id,
        paymentEventId: row.payment_event_id,
      }));
  });
}

/**
 * Queues them: each payment once, whenever it becomes known. The caller has locked the payments, or made them, and has
 * credited them.
 *
 * @param now Unix ms.
 */
export async function queuePurchasePostbacks(
  client: ClientBase,
  payments: readonly PaymentRef[],
  now: number,
): Promise<void> {
  await insertPostbacks(client, await findPurchasePostbacks(client, payments), now);
}
