import type { ClientBase } from 'pg';
import { applicableConfigs, loadConfigs } from './applicable-configs.ts';
import { insertPostbacks } from './insert-postbacks.ts';

/** Leaves out organic installs, and imported ones, which have no click of ours. */
const BROUGHT = 'attributions.customer_id = $1 and attributions.click_id is not null';
const COLUMNS = 'attribution_id, attributions.install_id, attributions.channel';

/**
 * The payments without a postback yet, with the install that each belongs to: the device's most recent one that an ad
 * click brought, up to the payment. A payment may be dated before its install by a clock that is wrong, or be made on the
 * web: then it is the device's first install, unless that was organic.
 */
const FIND = `
  select payment_event_id, payments.app_id, attribution_id, install.install_id, channel,
    round(extract(epoch from received_at) * 1000)::float8 as received_at
  from payments
  cross join lateral (
    select * from (
      (select 1 as turn, ${COLUMNS}
       from attributions
       where ${BROUGHT} and device_id = payments.device_id
         and installed_at <= least(payments.occurred_at, payments.received_at)
       order by installed_at desc, install_id desc limit 1)
      union all
      (select 2, ${COLUMNS}
       from installs
       join attributions on ${BROUGHT} and attributions.install_id = installs.install_id
       where installs.customer_id = $1 and installs.app_id = payments.app_id
         and installs.device_id = payments.device_id and installs.kind = 'install'
         and installs.installed_at > least(payments.occurred_at, payments.received_at))
    ) candidate
    order by turn limit 1
  ) install
  where payments.customer_id = $1 and payment_event_id = any($2::uuid[]) and key_type = 'payment'
    and device_id is not null and not exists (
      select 1 from postbacks earlier
      where earlier.customer_id = $1 and earlier.payment_event_id = payments.payment_event_id
        and earlier.event_type = 'purchase')`;

interface PaidInstall {
  readonly payment_event_id: string;
  readonly app_id: string;
  readonly attribution_id: string;
  readonly install_id: string;
  readonly channel: string;
  readonly received_at: number;
}

/**
 * Queues the postbacks of payments whose device came from an ad click: each payment once, whenever that becomes known.
 * The caller has locked the payments, or made them, and has credited them. One that arrived before a config was made is
 * not sent to it.
 *
 * @param now Unix ms.
 */
export async function queuePurchasePostbacks(
  client: ClientBase,
  customerId: string,
  paymentIds: readonly string[],
  now: number,
): Promise<void> {
  const configs = (await loadConfigs(client, [customerId])).get(customerId) ?? [];
  if (!configs.some(({ event_types }) => event_types.includes('purchase'))) return;
  const { rows } = await client.query<PaidInstall>({
    name: 'find-paid-installs',
    text: FIND,
    values: [customerId, paymentIds],
  });
  const postbacks = rows.flatMap((row) => {
    const cause = { appId: row.app_id, eventType: 'purchase', clickChannel: row.channel } as const;
    return applicableConfigs(configs, cause)
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
  await insertPostbacks(client, postbacks, now);
}
