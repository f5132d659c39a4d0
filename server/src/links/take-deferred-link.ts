import type { Pool } from 'pg';
import { readOfCustomer } from '../data-plane/read-of-customer.ts';

const TAKE = `
  insert into deferred_link_uses (customer_id, install_id, used_at) values ($1, $2, $3)
  on conflict do nothing`;

const FIND_USE = {
  name: 'find-deferred-link-use',
  text: 'select 1 from deferred_link_uses where customer_id = $1 and install_id = $2',
};

/** Takes an install's deferred link, which is there once. @param now Unix ms. */
export async function takeDeferredLink(
  pool: Pool,
  customerId: string,
  installId: string,
  now: number,
): Promise<boolean> {
  const values = [customerId, installId, new Date(now).toISOString()];
  const { rowCount } = await pool.query({ name: 'take-deferred-link', text: TAKE, values });
  return rowCount === 1;
}

/** Whether an install's deferred link is gone. */
export async function isDeferredLinkTaken(
  pool: Pool,
  customerId: string,
  installId: string,
): Promise<boolean> {
  return (await readOfCustomer(pool, customerId, FIND_USE, [installId])).length > 0;
}
