import type { Pool } from 'pg';
import { queryForCustomer } from '../../data-plane/query-for-customer.ts';
import { AppError } from '../../errors.ts';
import { kindsAndValues } from '../device/find-device-ids.ts';
import type { DeviceIds } from '../erasure.ts';

const FIND_SHARED = {
  name: 'find-shared-ids',
  text: `
    select kind from device_ids
    where customer_id = $1 and app_id in (select id from apps where customer_id = $1)
      and (kind, value) in (select * from unnest($2::text[], $3::text[])) and shared_since is not null
    limit 1`,
};

/** By an id that many phones share, all of them would be erased. @throws AppError that names the argument */
export async function refuseSharedIds(pool: Pool, customerId: string, ids: DeviceIds): Promise<void> {
  const [found] = await queryForCustomer<{ kind: string }>(
    pool,
    customerId,
    FIND_SHARED,
    kindsAndValues(ids),
  );
  if (found)
    throw new AppError(
      'VALIDATION_ERROR',
      `p_${found.kind}: many phones have sent this id, so that it identifies none of them`,
    );
}
