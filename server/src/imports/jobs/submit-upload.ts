import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../errors.ts';
import type { ImportJobRecord } from './import-job-item.ts';
import { storeBatches } from './store-batches.ts';

interface Upload {
  readonly totalRows: number;
  readonly batches: readonly string[];
}

/** Of concurrent uploads, the first one takes the job. */
const TAKE = `
  update import_jobs set status = 'processing', total_rows = ?, due_at = ?
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
  { totalRows, batches }: Upload,
  now: number,
): Promise<void> {
  const taken: object[] = await em.execute(TAKE, [totalRows, new Date(now), job.customerId, job.id]);
  if (taken.length === 0) throw new AppError('VALIDATION_ERROR', 'job_id: the job is not pending');
  await storeBatches(em, job, batches);
}
