import type { Pool } from 'pg';
import { lockAppExclusively } from '../../../counters/lock-apps.ts';
import { queueDevices } from '../../../counters/queue-devices.ts';
import { inTransaction } from '../../../platform/store/group-commit/in-transaction.ts';
import { retryConflicts } from '../../../platform/store/group-commit/retry-conflicts.ts';
import type { SplitDevice } from './find-split-devices.ts';

/** Unless the device has come by something else meanwhile, or the other is gone. */
const HAND_OVER = `
  update device_ids set device_id = $6
  where customer_id = $1 and app_id = $2 and device_id = $3 and kind = $4 and value = $5
    and not exists (
      select 1 from installs where installs.customer_id = $1 and installs.app_id = $2 and installs.device_id = $3)
    and not exists (
      select 1 from device_ids other
      where other.customer_id = $1 and other.app_id = $2 and other.device_id = $3 and other.kind <> $4)
    and exists (
      select 1 from device_ids whole
      where whole.customer_id = $1 and whole.app_id = $2 and whole.device_id = $6)
  returning 1`;

const OF_DEVICE = 'customer_id = $1 and app_id = $2 and device_id = $3';

/** The contradictions over its id are settled. */
const SETTLE = [
  `delete from device_conflicts where ${OF_DEVICE}`,
  'delete from device_conflicts where customer_id = $1 and app_id = $2 and other_device_id = $3',
];

/**
 * Gives what a device is known by, and its purchases, to the device that it is a part of. What they are credited to is
 * counted anew afterwards, and so are the payments that name its id. No one else counts anything of the app meanwhile.
 *
 * @param now Unix ms.
 * @returns whether it was still to be done.
 */
export async function mendSplitDevice(pool: Pool, split: SplitDevice, now: number): Promise<boolean> {
  const { customer_id, app_id, device_id, kind, value, whole_id } = split;
  const device = [customer_id, app_id, device_id];
  return retryConflicts(() =>
    inTransaction(pool, async (client) => {
      await lockAppExclusively(client, app_id);
      // Nobody else takes what follows of an app that is held alone: the order does not matter.
      const handed = await client.query(HAND_OVER, [...device, kind, value, whole_id]);
      if (handed.rows.length === 0) return false;
      await client.query(`update purchases set device_id = $4 where ${OF_DEVICE}`, [...device, whole_id]);
      for (const text of SETTLE) await client.query(text, device);
      await queueDevices(client, [{ customer_id, app_id, device_id: whole_id }], now);
      return true;
    }),
  );
}
