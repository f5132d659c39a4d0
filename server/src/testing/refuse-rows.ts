import type { Pool } from 'pg';
import { inTransaction } from '../platform/store/group-commit/in-transaction.ts';
import { ALLOW_TRIGGERS } from './lose-node.ts';

/** What a table refuses: `when` is SQL over `new` or `old`. */
interface Refusal {
  readonly table: string;
  readonly before: 'insert' | 'update' | 'delete' | 'insert or update';
  readonly when: string;
}

/**
 * Has a table refuse some rows, as a row that no one foresaw makes a statement fail.
 *
 * @returns mends it.
 */
export async function refuseRows(pool: Pool, { table, before, when }: Refusal): Promise<() => Promise<void>> {
  await inTransaction(pool, async (client) => {
    await client.query(ALLOW_TRIGGERS);
    await client.query(`
      create function refuse_row() returns trigger language plpgsql as $body$
      begin raise exception 'a row that cannot be'; end $body$`);
    await client.query(
      `create trigger refuse_row before ${before} on ${table} for each row when (${when}) execute function refuse_row()`,
    );
  });
  return async () => {
    await inTransaction(pool, async (client) => {
      await client.query(ALLOW_TRIGGERS);
      await client.query('drop function if exists refuse_row cascade');
    });
  };
}
