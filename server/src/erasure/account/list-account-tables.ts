import type { ClientBase } from 'pg';

/** Payments stay, made anonymous, and so do receipts. */
const KEPT = ['payments', 'erasures'];

/**
 * What other rows are made of: a transaction that works on one of these is waited for, so that nothing new comes of it
 * later. The result of a delivery is recorded under the lock of its postback.
 */
const QUEUES = ['import_jobs', 'event_queue', 'credit_queue', 'fraud_reviews', 'postback_queue', 'postbacks'];

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
 * Every table whose rows belong to one account, read from the catalog, so that new tables are included. Queues come
 * first, and each of the others before the tables that it references.
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
