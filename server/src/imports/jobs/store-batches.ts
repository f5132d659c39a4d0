import type { EntityManager } from '@mikro-orm/postgresql';
import type { DB } from '@tributary/db/tables';

/** Rows that are processed, and committed, together. */
export const BATCH_ROWS = 100;

/** Batches of one statement. */
const AT_ONCE = 10;

/**
 * Stores the rows of a job until they are processed.
 *
 * They are bound as parameters: `em.execute` writes them into the statement, one character at a time, and each leaves
 * behind an object in V8's heap. With 50,000 rows those were 130 MB.
 *
 * @param batches JSON texts, in the order of the file.
 */
export async function storeBatches(
  em: EntityManager,
  { id, customerId }: { readonly id: string; readonly customerId: string },
  batches: readonly string[],
): Promise<void> {
  const database = em.getKysely<Pick<DB, 'import_batches'>>();
  for (let from = 0; from < batches.length; from += AT_ONCE) {
    const some = batches
      .slice(from, from + AT_ONCE)
      .map((rows, n) => ({ customer_id: customerId, job_id: id, batch: from + n, rows }));
    await database.insertInto('import_batches').values(some).execute();
  }
}
