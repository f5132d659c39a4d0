import type { InferEntity } from '@mikro-orm/core';
import { IMPORT_KINDS, IMPORT_STATUSES, type ImportJob } from '@tributary/db/imports/import-job.entity';
import { z } from 'zod';

export type ImportJobRecord = InferEntity<typeof ImportJob>;

/** An import job as endpoints and procedures show it. */
export const importJobItem = z.object({
  job_id: z.uuid(),
  app_id: z.uuid(),
  kind: z.enum(IMPORT_KINDS).describe('What the file brings: events of the past, or links.'),
  source_platform: z.string(),
  status: z.enum(IMPORT_STATUSES),
  total_rows: z.int(),
  processed_rows: z.int(),
  imported_rows: z.int(),
  rejected_rows: z.int(),
  progress_pct: z.int().describe('How much of the file is done, in whole percent.'),
  failure_reason: z.string().nullable().describe('Why the job failed; otherwise null.'),
  started_at: z.string(),
  completed_at: z.string().nullable(),
});

/** A job as procedures and routes return it, its times in ISO 8601. */
export function toImportJobItem(job: ImportJobRecord): z.input<typeof importJobItem> {
  const { totalRows, processedRows, rejectedRows } = job;
  return {
    job_id: job.id,
    app_id: job.appId,
    kind: job.kind,
    source_platform: job.sourcePlatform,
    status: job.status,
    total_rows: totalRows,
    processed_rows: processedRows,
    imported_rows: processedRows - rejectedRows,
    rejected_rows: rejectedRows,
    progress_pct: totalRows === 0 ? 0 : Math.floor((processedRows * 100) / totalRows),
    failure_reason: job.failureReason ?? null,
    started_at: job.createdAt.toISOString(),
    completed_at: job.completedAt?.toISOString() ?? null,
  };
}
