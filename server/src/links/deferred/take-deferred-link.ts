import type { Pool } from 'pg';
import { queryForCustomer } from '../../platform/store/query-for-customer.ts';

const TAKE = `
  insert into deferred_link_uses (customer_id, install_id, used_at) values ($1, $2, $3)
  on conflict do nothing
  returning 1`;

const FIND_USE = {
  name: 'find-deferred-link-use',
  text: 'select 1 from deferred_link_uses where customer_id = $1 and install_id = $2',
};

/** Takes an install's deferred link, which can be taken only once. @param now Unix ms. */
export async function takeDeferredLink(
  pool: Pool,
  customerId: string,
  installId: string,
  now: number,
): Promise<boolean> {
  const values = [customerId, installId, new Date(now).toISOString()];
  const { rows } = await pool.query({ name: 'take-deferred-link', text: TAKE, values });
  return rows.length === 1;
}

/** Whether an install's deferred link has been taken. */
export async function isDeferredLinkTaken(
  pool: Pool,
  customerId: string,
  installId: string,
): Promise<boolean> {
  return (await queryForCustomer(pool, customerId, FIND_USE, [installId])).length > 0;
}
