import type { ClientBase } from 'pg';

/** Kept: payments, without whose they were, and the receipt itself. */
const KEPT = ['payments', 'erasures'];

/**
 * What other rows are made of: a transaction that works on one of these is waited for, so that nothing new comes of it
 * later. The result of a delivery is recorded under the lock of its postback.
 */
const QUEUES = ['event_queue', 'credit_queue', 'fraud_reviews', 'postback_queue', 'postbacks'];

/** Of a partitioned table its partitions: rows are erased by their place, which is only unique within one. */
const TABLES = `
  select relname as "table"
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = current_schema()::regnamespace and relkind = 'r'
    and attname = 'customer_id' and not attisdropped
  order by relname`;

const REFERENCES = `
  select referring.relname as "from", referred.relname as "to"
  from pg_constraint
  join pg_class referring on referring.oid = conrelid
  join pg_class referred on referred.oid = confrelid
  where contype = 'f' and conrelid <> confrelid`;

/**
 * Every table whose rows are an account's own, as the database says: one that is added is erased as well. Queues first;
 * each of the others before those that its rows refer to.
 */
export async function listAccountTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(TABLES);
  const references = (await client.query<{ from: string; to: string }>(REFERENCES)).rows;
  const names = rows.map(({ table }) => table).filter((table) => !KEPT.includes(table));
  const listed = QUEUES.filter((table) => names.includes(table));
  while (listed.length < names.length) {
    const next = names.filter(
      (table) =>
        !listed.includes(table) &&
        references.every(({ from, to }) => to !== table || listed.includes(from) || !names.includes(from)),
    );
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    listed.push(...next);
  }
  return listed;
}
