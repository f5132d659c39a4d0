import type { Pool } from 'pg';
import { queryForCustomer } from '../../../platform/store/query-for-customer.ts';
import type { Installation } from '../installation/installation.ts';

const FIND = {
  name: 'find-installation',
  text: `
    select 1 as found from device_ids
    where customer_id = $1 and app_id = $2 and kind = 'installation_id' and value = $3`,
};

/** Whether a device is known by the installation: its id is random, so whoever names it has it from there. */
export async function hasSent(
  pool: Pool,
  { customerId, appId, installationId }: Installation,
): Promise<boolean> {
  const found = await queryForCustomer(pool, customerId, FIND, [appId, installationId]);
  return found.length > 0;
}
