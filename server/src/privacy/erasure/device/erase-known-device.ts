import type { ClientBase } from 'pg';
import { addToCounters } from '../../../counters/add-to-counters.ts';
import { lockAppExclusively } from '../../../counters/lock-apps.ts';
import { type InstallsOfApp, uncountInstalls } from '../../../counters/uncount-installs.ts';
import { forgetRevenue } from '../../../payments/credit/forget-revenue.ts';
import { announceChange } from '../../../platform/store/changes/change-feed.ts';
import { addRows, type DeviceIds, type ErasedRows } from '../erasure.ts';
import { kindsAndValues } from './find-device-ids.ts';
import { forgetNamedClicks } from './forget-named-clicks.ts';
import { leaveSharedIds } from './leave-shared-ids.ts';

/** A device as attribution knows it. */
export interface KnownDevice {
  readonly customer_id: string;
  readonly app_id: string;
  readonly device_id: string;
}

const FIND = `
  select customer_id, app_id, device_id from device_ids
  where customer_id = $1 and app_id in (select id from apps where customer_id = $1) and (kind, value) in (select * from unnest($2::text[], $3::text[]))
    and shared_since is null
  order by app_id, device_id limit 1`;

const INSTALLS = `
  select install_id from installs
  where customer_id = $1 and app_id = $2 and device_id = $3`;

/** The clicks that its installs named, and those that they are attributed to. */
const CLICKS = `
  select click_id from named_clicks where customer_id = $1 and install_id = any($2::uuid[])
  union
  select click_id from attributions
  where customer_id = $1 and install_id = any($2::uuid[]) and click_id is not null`;

/** Reviews first: one in progress has its row locked, and its flags must be stored before the others are deleted. */
const OF_INSTALLS = [
  'fraud_reviews',
  'fraud_flags',
  'install_signals',
  'deferred_link_uses',
  'named_clicks',
  'attributions',
  'installs',
] as const;
/** What was reported about its installs and payments; the result of one that is being sent is not recorded. */
const ERASE_POSTBACKS = `
  delete from postbacks where customer_id = $1 and install_id = any($2::uuid[]) returning postback_id`;
const OF_POSTBACKS = ['postback_attempts', 'postback_queue'] as const;

const OF_DEVICE = ['device_conflicts', 'device_ids'] as const;

/** A device of the account that has one of these ids. */
export async function findKnownDevice(
  client: ClientBase,
  customerId: string,
  ids: DeviceIds,
): Promise<KnownDevice | undefined> {
  const { rows } = await client.query<KnownDevice>(FIND, [customerId, ...kindsAndValues(ids)]);
  return rows[0];
}

/** Of an event that was erased before, nothing is left but what is erased here. */
const FIND_LATE = `
  select exists (
    select 1 from purchases
    join events on events.customer_id = $1 and events.app_id = purchases.app_id
      and events.event_id = purchases.event_id
    where purchases.customer_id = $1 and purchases.device_id = $2) as is_late`;

/**
 * Erases what attribution knows of a device and takes it out of every counter; its payments stay, without a device.
 * No one else counts anything of the app meanwhile.
 *
 * @returns how many rows, and whether purchases came since its events were erased, whose events are still there.
 */
export async function eraseKnownDevice(
  client: ClientBase,
  device: KnownDevice,
): Promise<{ erased: ErasedRows; isLate: boolean }> {
  const { customer_id, app_id, device_id } = device;
  await lockAppExclusively(client, app_id);
  const late = await client.query<{ is_late: boolean }>(FIND_LATE, [customer_id, device_id]);
  const { changes, purchases, payments } = await forgetRevenue(client, device);
  const { rows } = await client.query<{ install_id: string }>(INSTALLS, [customer_id, app_id, device_id]);
  const installIds = rows.map(({ install_id }) => install_id);
  const made = await client.query<{ click_id: string }>(CLICKS, [customer_id, installIds]);
  const clickIds = made.rows.map(({ click_id }) => click_id);
  const installs = await eraseInstalls(client, { customerId: customer_id, appId: app_id, installIds });
  const clicks = await forgetNamedClicks(client, customer_id, clickIds);
  await addToCounters(client, changes);
  let erased = addRows(installs, { purchases, payments, clicks });
  await leaveSharedIds(client, device);
  for (const table of OF_DEVICE) {
    const { rowCount } = await client.query(
      `delete from ${table} where customer_id = $1 and app_id = $2 and device_id = $3`,
      [customer_id, app_id, device_id],
    );
    erased = addRows(erased, { [table]: rowCount ?? 0 });
  }
  // Its ids are new again: ingest must not take them for known.
  await announceChange(client, { kind: 'devices', appId: app_id });
  return { erased, isLate: late.rows[0]?.is_late === true };
}

/** Erases installs of an app with all that hangs on them, and takes them out of every counter. */
export async function eraseInstalls(client: ClientBase, installs: InstallsOfApp): Promise<ErasedRows> {
  const { customerId, installIds } = installs;
  let erased = await erasePostbacks(client, customerId, installIds);
  await uncountInstalls(client, installs);
  for (const table of OF_INSTALLS) {
    const { rowCount } = await client.query(
      `delete from ${table} where customer_id = $1 and install_id = any($2::uuid[])`,
      [customerId, installIds],
    );
    erased = addRows(erased, { [table]: rowCount ?? 0 });
  }
  return erased;
}

async function erasePostbacks(
  client: ClientBase,
  customerId: string,
  installIds: readonly string[],
): Promise<ErasedRows> {
  const { rows } = await client.query<{ postback_id: string }>(ERASE_POSTBACKS, [customerId, installIds]);
  const postbackIds = rows.map(({ postback_id }) => postback_id);
  let erased: ErasedRows = { postbacks: rows.length };
  for (const table of OF_POSTBACKS) {
    const { rowCount } = await client.query(
      `delete from ${table} where customer_id = $1 and postback_id = any($2::uuid[])`,
      [customerId, postbackIds],
    );
    erased = addRows(erased, { [table]: rowCount ?? 0 });
  }
  return erased;
}
