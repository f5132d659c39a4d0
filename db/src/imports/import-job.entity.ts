import { defineEntity, p } from '@mikro-orm/core';

export const IMPORT_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** What a file brings: events of the past, or links. */
export const IMPORT_KINDS = ['history', 'links'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Values of a column that could not be carried over, for one reason. */
export interface NotCarriedOver {
  /** As the file has it; null where it is not known which. */
  readonly column: string | null;
  readonly reason: string;
  readonly rows: number;
  /** The value of the first of them. */
  readonly example: string | null;
}

/** An import into an app: one file, whose rows are processed in batches. */
export const ImportJob = defineEntity({
  name: 'ImportJob',
  tableName: 'import_jobs',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    appId: p.uuid(),
    kind: p.text().$type<ImportKind>().default('history'),
    sourcePlatform: p.text(),
    /** Of links: the domain that they are moved to; null for the service's own host. */
    domainId: p.uuid().nullable(),
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
    /** Of links; null for none. */
    notCarriedOver: p.json<NotCarriedOver[]>().nullable(),
    /** Failures of the current batch. */
    attempts: p.integer(),
    /** What failed last, for operators. */
    lastError: p.text().nullable(),
    /** Of a file that an operator's command imports in several jobs. */
    fileDigest: p.text().nullable(),
    part: p.integer().nullable(),
    createdAt: p.datetime(),
    /** Set while rows wait to be processed. */
    dueAt: p.datetime().nullable(),
    completedAt: p.datetime().nullable(),
  },
});
