import type { ClientBase } from 'pg';
import { forgetStatements } from '../../../consent/forget-consents.ts';
import { queuePaymentCredits } from '../../../counters/activity/queue-credits.ts';
import { addToCounters, takenBack } from '../../../counters/add-to-counters.ts';
import { groupColumns } from '../../../counters/dimensions.ts';
import { COHORT_ACTIVITY, type CountedActivity } from '../../../counters/facts/cohort-activity.ts';
import { lockAppExclusively } from '../../../counters/lock-apps.ts';
import { queueDevices } from '../../../counters/queue-devices.ts';
import { announceChange } from '../../../platform/store/changes/change-feed.ts';
import { eraseInstalls, type KnownDevice } from '../device/erase-known-device.ts';
import { leaveSharedIds } from '../device/leave-shared-ids.ts';
import { addRows, type ErasedRows } from '../erasure.ts';
import { findOwnIds } from './find-own-ids.ts';
import type { Installation } from './installation.ts';
import { passOnFirstInstall } from './pass-on-first-install.ts';
import { takeIds } from './take-ids.ts';

const FIND = `
  select customer_id, app_id, device_id from device_ids
  where customer_id = $1 and app_id = $2 and kind = 'installation_id' and value = $3`;

/** Without the key, what there is of the device. */
const INSTALLS = `
  select install_id, kind from installs
  where customer_id = $1 and app_id = $2 and device_id = $3 and ($4::uuid is null or device_key = $4)`;

const PAYMENTS = `
  select coalesce(original_id, payment_event_id) as payment_event_id from payments
  where device_id = $2 and customer_id = $1`;

const ERASE_DAYS = 'delete from device_days where customer_id = $1 and app_id = $2 and device_key = $3';

/** Days that no other key of the device was seen on, counted in the groups of its install. The install itself is activity. */
const LEAVE_COHORTS = `
  with left_out as (
    delete from cohort_activity
    where customer_id = $1 and app_id = $2 and device_id = $3 and day <> cohort_day and not exists (
      select 1 from device_ids ids
      join device_days on device_days.customer_id = ids.customer_id and device_days.app_id = ids.app_id
        and device_days.device_key = ids.device_key
      where ids.customer_id = $1 and ids.app_id = $2 and ids.device_id = $3 and device_days.day = cohort_activity.day)
    returning customer_id, app_id, cohort_day, day - cohort_day as day_offset)
  select left_out.customer_id, left_out.app_id, to_char(left_out.cohort_day, 'YYYY-MM-DD') as cohort_day, day_offset,
    ${groupColumns('decided')}
  from left_out
  left join (
    select install_id from installs
    where customer_id = $1 and app_id = $2 and device_id = $3 and kind = 'install') as first on true
  left join attributions decided on decided.customer_id = $1 and decided.install_id = first.install_id`;

/**
 * Takes the installation out of the device that it was known by: its id, those that nobody else sent, its installs and
 * days. A device that is nobody else's is gone then. Payments stay as their provider sent them, and are credited anew. No
 * one else counts anything of the app meanwhile.
 *
 * @param now Unix ms.
 */
export async function leaveDevice(
  client: ClientBase,
  installation: Installation,
  now: number,
): Promise<ErasedRows> {
  const { customerId, appId, installationId, deviceKey } = installation;
  await lockAppExclusively(client, appId);
  const { rows } = await client.query<KnownDevice>(FIND, [customerId, appId, installationId]);
  const days = await client.query(ERASE_DAYS, [customerId, appId, deviceKey]);
  let erased: ErasedRows = { device_days: days.rowCount ?? 0 };
  const device = rows[0];
  if (device) erased = addRows(erased, await eraseShare(client, installation, device, now));
  erased = addRows(erased, { device_consents: await forgetStatements(client, customerId, appId, deviceKey) });
  return erased;
}

async function eraseShare(
  client: ClientBase,
  installation: Installation,
  device: KnownDevice,
  now: number,
): Promise<ErasedRows> {
  const { customer_id, app_id, device_id } = device;
  const { own, isWhole } = await findOwnIds(client, installation, device);
  const paid = await client.query<{ payment_event_id: string }>(PAYMENTS, [customer_id, device_id]);
  if (isWhole) await leaveSharedIds(client, device);
  const { taken, receivers } = await takeIds(client, device, own);
  const installs = await client.query<{ install_id: string; kind: string }>(INSTALLS, [
    customer_id,
    app_id,
    device_id,
    isWhole ? null : installation.deviceKey,
  ]);
  const installIds = installs.rows.map(({ install_id }) => install_id);
  const erased = await eraseInstalls(client, { customerId: customer_id, appId: app_id, installIds });
  if (!isWhole) {
    if (installs.rows.some(({ kind }) => kind === 'install')) await passOnFirstInstall(client, device);
    const quiet = await client.query<CountedActivity>(LEAVE_COHORTS, [customer_id, app_id, device_id]);
    await addToCounters(client, [takenBack(COHORT_ACTIVITY, quiet.rows)]);
  }
  await queueDevices(client, isWhole ? receivers : [device, ...receivers], now);
  const payments = [...new Set(paid.rows.map(({ payment_event_id }) => payment_event_id))];
  await queuePaymentCredits(
    client,
    payments.map((payment_event_id) => ({ customer_id, payment_event_id })),
    now,
  );
  // Its ids are new again: ingest must not take them for known.
  await announceChange(client, { kind: 'devices', appId: app_id });
  return addRows(erased, { device_ids: taken });
}
