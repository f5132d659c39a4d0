import { sortByReferences } from '@tributary/db/sort-by-references';
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

/**
 * Every table whose rows belong to one account, read from the catalog, so that new tables are included. Queues come
 * first, and each of the others before the tables that it references.
 */
export async function listAccountTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(TABLES);
  const names = rows.map(({ table }) => table).filter((table) => !KEPT.includes(table));
  const leading = QUEUES.filter((table) => names.includes(table));
  return sortByReferences(client, names, { referred: 'last', leading });
}
