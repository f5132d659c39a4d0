import { REFUSES_NETWORKS } from '@tributary/db/functions/record-consents-sql';
import type { ClientBase } from 'pg';

const FORGET = `
  with known as (
    select customer_id, device_key, app_id from device_consents
    where customer_id = $1 and device_key = any($2::uuid[])
    order by customer_id, device_key, app_id
    for update
  )
  delete from device_consents using known
  where device_consents.customer_id = $1 and device_consents.device_key = known.device_key
    and device_consents.app_id = known.app_id`;

/** Forgets what was stated with ids of a device, by their keys; returns how many rows. */
export async function forgetConsents(
  client: ClientBase,
  customerId: string,
  deviceKeys: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(FORGET, [customerId, deviceKeys]);
  return rowCount ?? 0;
}

/** Statements of an installation by an id that someone is still known by, which forbid what they protect. */
const STILL_PROTECTS = `
  ${REFUSES_NETWORKS} and device_key <> $3 and exists (
    select 1 from device_ids ids
    where ids.customer_id = $1 and ids.app_id = $2 and ids.device_key = device_consents.device_key)`;

const LOCK_STATEMENTS = `
  select device_key from device_consents
  where customer_id = $1 and app_id = $2 and stated_by = $3
  order by customer_id, device_key, app_id
  for update`;

const KEEP_WITHDRAWALS = `
  update device_consents set stated_by = device_key
  where customer_id = $1 and app_id = $2 and stated_by = $3 and ${STILL_PROTECTS}`;

const FORGET_STATEMENTS =
  'delete from device_consents where customer_id = $1 and app_id = $2 and stated_by = $3';

/**
 * Forgets what an installation stated in an app, once its ids are taken from its device. A withdrawal by an id that
 * someone else is known by goes on protecting them, without saying by whom it was. Returns how many rows went.
 */
export async function forgetStatements(
  client: ClientBase,
  customerId: string,
  appId: string,
  installationKey: string,
): Promise<number> {
  const values = [customerId, appId, installationKey];
  await client.query(LOCK_STATEMENTS, values);
  await client.query(KEEP_WITHDRAWALS, values);
  const { rowCount } = await client.query(FORGET_STATEMENTS, values);
  return rowCount ?? 0;
}
