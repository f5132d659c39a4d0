import type { ClientBase } from 'pg';
import type { Erasure } from '../erasure.ts';

const REFUSAL = `
  delete from forgotten_installations
  where customer_id = $1 and app_id = $2 and device_key = any ($3::uuid[])`;

const AUDIT = `
  delete from audit_log where customer_id = $1 and target_id = $2 and action = 'forget_installation'`;

/** Removes what remembers an installation of which there was nothing, but for the receipt. */
export async function stopRemembering(
  client: ClientBase,
  { receipt_id, customer_id, app_id, ids }: Erasure,
): Promise<void> {
  await client.query(REFUSAL, [customer_id, app_id, ids?.device_keys ?? []]);
  await client.query(AUDIT, [customer_id, receipt_id]);
}
