import type { ClientBase } from 'pg';
import { deviceKeyOf } from '../../../attribution/devices/device-key.ts';
import { forgetConsents } from '../../../consent/forget-consents.ts';
import { DEVICE_ID_KINDS } from '../../../platform/values/device-id-kinds.ts';
import type { DeviceIds, ErasedRows } from '../erasure.ts';
import { kindsAndValues } from './find-device-ids.ts';

/** A user who is known by another device stays on their payments. */
const OF_NO_DEVICE = `
  user_id = any($4::text[]) and not exists (
    select 1 from device_ids ids
    where ids.customer_id = $1 and ids.app_id = payments.app_id and ids.kind = 'user_id' and ids.value = payments.user_id)`;

/** Payments with the ids that were not matched to a device. Later deliveries must not restore them. */
const FORGET_PAYMENTS = `
  with named as (
    select payment_event_id from payments where customer_id = $1 and android_id = any($2::text[])
    union
    select payment_event_id from payments where customer_id = $1 and gaid = any($3::text[])
    union
    select payment_event_id from payments where customer_id = $1 and ${OF_NO_DEVICE}
  )
  update payments set gaid = case when gaid = any($3::text[]) then null else gaid end,
    android_id = case when android_id = any($2::text[]) then null else android_id end,
    user_id = case when ${OF_NO_DEVICE} then null else user_id end, forgotten = true
  from named where payments.customer_id = $1 and payments.payment_event_id = named.payment_event_id
  returning payments.payment_event_id`;

const FORGET_PAYLOADS =
  'delete from payment_payloads where customer_id = $1 and payment_event_id = any($2::uuid[])';

/** Conflicts of other devices over the ids. */
const ERASE_CONFLICTS = `
  delete from device_conflicts where customer_id = $1 and (kind, value) in (select * from unnest($2::text[], $3::text[]))`;

/** Removes the ids from rows that mention them without belonging to the device. */
export async function forgetMentions(
  client: ClientBase,
  customerId: string,
  ids: DeviceIds,
): Promise<ErasedRows> {
  const { android_id, gaid, user_id = [] } = ids;
  const { rows } = await client.query<{ payment_event_id: string }>(FORGET_PAYMENTS, [
    customerId,
    android_id,
    gaid,
    user_id,
  ]);
  const paymentIds = rows.map(({ payment_event_id }) => payment_event_id);
  const payloads = await client.query(FORGET_PAYLOADS, [customerId, paymentIds]);
  const conflicts = await client.query(ERASE_CONFLICTS, [customerId, ...kindsAndValues(ids)]);
  const keys = DEVICE_ID_KINDS.flatMap((kind) => ids[kind].map((id) => deviceKeyOf(kind, id)));
  const consents = await forgetConsents(client, customerId, keys);
  return {
    payments: paymentIds.length,
    payment_payloads: payloads.rowCount ?? 0,
    device_conflicts: conflicts.rowCount ?? 0,
    device_consents: consents,
  };
}
