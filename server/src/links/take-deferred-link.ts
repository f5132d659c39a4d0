import type { Pool } from 'pg';

const TAKE = `
  insert into deferred_link_uses (customer_id, install_id, used_at) values ($1, $2, $3)
  on conflict do nothing`;

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
