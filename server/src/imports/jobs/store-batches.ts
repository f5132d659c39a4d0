import type { EntityManager } from '@mikro-orm/postgresql';

/** Rows that are processed, and committed, together. */
export const BATCH_ROWS = 100;

/** Batches of one statement. */
const AT_ONCE = 100;

const INSERT = `
  insert into import_batches (customer_id, job_id, batch, rows)
  select ?, ?, batch, rows from json_to_recordset(?::json) as given (batch int, rows text)`;

/** Stores the rows of a job until they are processed. @param batches JSON texts, in the order of the file. */
export async function storeBatches(
  em: EntityManager,
  job: { readonly id: string; readonly customerId: string },
  batches: readonly string[],
): Promise<void> {
  for (let from = 0; from < batches.length; from += AT_ONCE) {
    const some = batches.slice(from, from + AT_ONCE).map((rows, n) => ({ batch: from + n, rows }));
    await em.execute(INSERT, [job.customerId, job.id, JSON.stringify(some)]);
  }
}
