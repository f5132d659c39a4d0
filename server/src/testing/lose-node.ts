import type { Pool } from 'pg';
import { inTransaction } from '../platform/store/group-commit/in-transaction.ts';

/** On Citus only those who ask may have them. */
export const ALLOW_TRIGGERS = 'set local citus.enable_unsafe_triggers = on';

/**
 * Has a table answer writes to an account's rows as Citus does where their node has died.
 *
 * @returns brings the node back.
 */
export async function loseNode(
  pool: Pool,
  table: string,
  accountId: string,
): Promise<() => Promise<unknown>> {
  await inTransaction(pool, async (client) => {
    await client.query(ALLOW_TRIGGERS);
    await client.query(`
      create function lose_node() returns trigger language plpgsql as $body$
      begin
        if new.customer_id = '${accountId}' then
          raise exception 'connection to the remote node failed' using errcode = '08006';
        end if;
        return new;
      end $body$`);
    await client.query(
      `create trigger lose_node before insert or update on ${table} for each row execute function lose_node()`,
    );
  });
  return async () => {
    await inTransaction(pool, async (client) => {
      await client.query(ALLOW_TRIGGERS);
      await client.query(`drop trigger lose_node on ${table}`);
    });
    await pool.query('drop function lose_node');
  };
}
