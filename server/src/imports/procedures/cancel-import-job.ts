import { z } from 'zod';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { findOwnJob } from '../jobs/find-own-job.ts';

/** Waits for the batch that is being processed. */
const CANCEL = `
  update import_jobs set status = 'failed', failure_reason = 'cancelled', due_at = null, completed_at = ?
  where customer_id = ? and id = ? and status in ('pending', 'processing')
  returning processed_rows`;

const DROP_ROWS = 'delete from import_batches where customer_id = ? and job_id = ?';

export const cancelImportJob = accountProcedure
  .meta({
    tag: 'import',
    summary: 'End an import',
    description:
      'Ends an import that is not over: it has failed, with the reason `cancelled`. Rows that were ' +
      'imported before stay. Needs the developer role in the app’s team.',
    role: 'developer',
    audited: true,
    fails: ['NOT_FOUND', 'CONFLICT'],
  })
  .input(z.strictObject({ p_job_id: uuid }))
  .output(z.void())
  .mutation(async ({ ctx, input }) => {
    const job = await findOwnJob(ctx.em, ctx.access, input.p_job_id);
    await ctx.em.transactional(async (em) => {
      const at = new Date(ctx.services.clock());
      const own = [job.customerId, job.id];
      const [cancelled] = await em.execute<{ processed_rows: number }[]>(CANCEL, [at, ...own]);
      if (cancelled === undefined) throw new AppError('CONFLICT', 'the import is over');
      await em.execute(DROP_ROWS, own);
      recordAudit(em, ctx, {
        customerId: job.customerId,
        action: 'cancel_import_job',
        targetType: 'import_job',
        targetId: job.id,
        details: { app_id: job.appId, processed_rows: cancelled.processed_rows },
      });
    });
  });
