import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotCarriedOver } from '@tributary/db/imports/import-job.entity';
import { AppError } from '../../platform/errors/errors.ts';
import type { ImportJobRecord } from './import-job-item.ts';
import { storeBatches } from './store-batches.ts';

interface Upload {
  readonly totalRows: number;
  readonly batches: readonly string[];
  /** Of links: the columns that no link has here. */
  readonly notCarriedOver: readonly NotCarriedOver[] | null;
}

/** Of concurrent uploads, the first one takes the job. */
const TAKE = `
  update import_jobs set status = 'processing', total_rows = ?, not_carried_over = ?, due_at = ?
  where customer_id = ? and id = ? and status = 'pending'
  returning id`;

/**
 * Stores the rows of a pending job and makes it due, in the caller's transaction.
 *
 * @param now Unix ms.
 * @throws AppError VALIDATION_ERROR if the job is no longer pending.
 */
export async function submitUpload(
  em: EntityManager,
  job: ImportJobRecord,
  { totalRows, batches, notCarriedOver }: Upload,
  now: number,
): Promise<void> {
  const report = notCarriedOver === null ? null : JSON.stringify(notCarriedOver);
  const values = [totalRows, report, new Date(now), job.customerId, job.id];
  const taken: object[] = await em.execute(TAKE, values);
  if (taken.length === 0) throw new AppError('VALIDATION_ERROR', 'job_id: the job is not pending');
  await storeBatches(em, job, batches);
}
