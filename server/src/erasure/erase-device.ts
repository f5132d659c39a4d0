import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../group-commit/in-transaction.ts';
import { forgetRevenue } from '../payments/credit/forget-revenue.ts';
import { applyDeltas } from '../rollups/apply-deltas.ts';
import { lockAppExclusively } from '../rollups/lock-apps.ts';
import { uncountInstalls } from '../rollups/uncount-installs.ts';

/** A device of an app, by one of its ids. */
export interface ErasedDevice {
  readonly customerId: string;
  readonly appId: string;
  readonly kind: 'installation_id' | 'android_id' | 'gaid';
  readonly value: string;
}

const FIND = `
  select device_id from device_ids
  where customer_id = $1 and app_id = $2 and kind = $3 and value = $4`;

const INSTALLS = `
  select install_id from installs
  where customer_id = $1 and app_id = $2 and device_id = $3`;

/** What holds one of the device's ids, whichever device it was taken for. */
const ERASE_EVENTS = `
  with ids as (select kind, value from device_ids where customer_id = $1 and app_id = $2 and device_id = $3)
  delete from events
  where customer_id = $1 and app_id = $2 and (
    installation_id::text in (select value from ids where kind = 'installation_id')
    or android_id in (select value from ids where kind = 'android_id')
    or gaid in (select value from ids where kind = 'gaid'))`;

/** A click stays counted; who made it is forgotten. */
const FORGET_CLICKS = `
  with ids as (select kind, value from device_ids where customer_id = $1 and app_id = $2 and device_id = $3)
  update clicks set gaid = null, android_id = null, installation_id = null, ip_network = null, user_agent = null,
    visit_params = null
  where customer_id = $1 and app_id = $2 and (
    installation_id::text in (select value from ids where kind = 'installation_id')
    or android_id in (select value from ids where kind = 'android_id')
    or gaid in (select value from ids where kind = 'gaid'))`;

const ERASE_DAYS = `
  delete from device_days
  where customer_id = $1 and app_id = $2 and device_key in (
    select device_key from device_ids where customer_id = $1 and app_id = $2 and device_id = $3)`;

/** Reviews first: one that is under way holds its row, and its flags must be there before the others go. */
const OF_INSTALLS = [
  'fraud_reviews',
  'fraud_flags',
  'install_signals',
  'deferred_link_uses',
  'attributions',
  'installs',
] as const;
/** What was told of its installs and payments; one that is being sent at this moment is recorded nowhere. */
const ERASE_POSTBACKS = `
  delete from postbacks where customer_id = $1 and install_id = any($2::uuid[]) returning postback_id`;
const OF_POSTBACKS = ['postback_attempts', 'postback_queue'] as const;

const OF_DEVICE = ['device_conflicts', 'device_ids'] as const;

/**
 * Erases what is held of a device and takes it out of every counter; its payments stay, as nobody's. What arrives of it later is a device that was
 * never seen. Nobody else works in the app meanwhile.
 *
 * @returns whether the device was known.
 */
export function eraseDevice(pool: Pool, device: ErasedDevice): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { customerId, appId, kind, value } = device;
    await lockAppExclusively(client, appId);
    const found = await client.query<{ device_id: string }>(FIND, [customerId, appId, kind, value]);
    const deviceId = found.rows[0]?.device_id;
    if (deviceId === undefined) return false;
    const scope = [customerId, appId, deviceId];
    const revenue = await forgetRevenue(client, {
      customer_id: customerId,
      app_id: appId,
      device_id: deviceId,
    });
    await eraseInstalls(client, customerId, appId, deviceId);
    await applyDeltas(client, revenue);
    for (const text of [ERASE_EVENTS, FORGET_CLICKS, ERASE_DAYS]) await client.query(text, scope);
    for (const table of OF_DEVICE) {
      await client.query(
        `delete from ${table} where customer_id = $1 and app_id = $2 and device_id = $3`,
        scope,
      );
    }
    return true;
  });
}

async function eraseInstalls(
  client: ClientBase,
  customerId: string,
  appId: string,
  deviceId: string,
): Promise<void> {
  const { rows } = await client.query<{ install_id: string }>(INSTALLS, [customerId, appId, deviceId]);
  const installIds = rows.map(({ install_id }) => install_id);
  const postbacks = await client.query<{ postback_id: string }>(ERASE_POSTBACKS, [customerId, installIds]);
  const postbackIds = postbacks.rows.map(({ postback_id }) => postback_id);
  for (const table of OF_POSTBACKS) {
    await client.query(`delete from ${table} where customer_id = $1 and postback_id = any($2::uuid[])`, [
      customerId,
      postbackIds,
    ]);
  }
  await uncountInstalls(client, { customerId, appId, installIds });
  for (const table of OF_INSTALLS) {
    await client.query(`delete from ${table} where customer_id = $1 and install_id = any($2::uuid[])`, [
      customerId,
      installIds,
    ]);
  }
}
