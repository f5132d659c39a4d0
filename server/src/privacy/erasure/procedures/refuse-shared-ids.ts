import type { Pool } from 'pg';
import { AppError } from '../../../platform/errors/errors.ts';
import { queryForCustomer } from '../../../platform/store/query-for-customer.ts';
import { DEVICE_ID_KINDS } from '../../../platform/values/device-id-kinds.ts';
import { kindsAndValues } from '../device/find-device-ids.ts';
import type { DeviceIds } from '../erasure.ts';

const FIND_SHARED = {
  name: 'find-shared-ids',
  text: `
    select distinct kind from device_ids
    where customer_id = $1 and app_id in (select id from apps where customer_id = $1)
      and (kind, value) in (select * from unnest($2::text[], $3::text[])) and shared_since is not null`,
};

/** By an id that many phones share, all of them would be erased. @throws AppError that names the argument */
export async function refuseSharedIds(pool: Pool, customerId: string, ids: DeviceIds): Promise<void> {
  const found = await queryForCustomer<{ kind: string }>(pool, customerId, FIND_SHARED, kindsAndValues(ids));
  if (found.length === 0) return;
  const shared = found.map(({ kind }) => kind);
  const named = (kinds: readonly string[]) => kinds.map((kind) => `p_${kind}`).join(', ');
  const others = named(DEVICE_ID_KINDS.filter((kind) => !shared.includes(kind)));
  throw new AppError(
    'VALIDATION_ERROR',
    `${named(shared)}: this id is shared by many installations, so that it identifies none of them: erase each of them ` +
      `by an id of its own (${others}), or the person by p_user_id`,
  );
}
