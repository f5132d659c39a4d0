import { defineEntity, p } from '@mikro-orm/core';

export const IMPORT_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** An import of historical data into an app: one file, whose rows are processed in batches. */
export const ImportJob = defineEntity({
  name: 'ImportJob',
  tableName: 'import_jobs',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    appId: p.uuid(),
    sourcePlatform: p.text(),
    /** Source columns and the service field that each fills. */
    columnMapping: p.json<Record<string, string>>(),
    status: p.text().$type<ImportStatus>(),
    totalRows: p.integer(),
    processedRows: p.integer(),
    /** Of the processed rows. */
    rejectedRows: p.integer(),
    /** All errors; only the first ones are kept. */
    errorCount: p.integer(),
    failureReason: p.text().nullable(),
    /** Failures of the current batch. */
    attempts: p.integer(),
    /** Of a file that an operator's command imports in several jobs. */
    fileDigest: p.text().nullable(),
    part: p.integer().nullable(),
    createdAt: p.datetime(),
    /** Set while rows wait to be processed. */
    dueAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
  },
});
