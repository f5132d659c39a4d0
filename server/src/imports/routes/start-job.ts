import { randomUUID } from 'node:crypto';
import { ImportJob, type ImportKind } from '@tributary/db/imports/import-job.entity';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../../platform/services.ts';
import type { ColumnMapping } from '../column-mapping.ts';
import type { ImportJobRecord } from '../jobs/import-job-item.ts';
import type { ImportCaller } from './load-import-caller.ts';

interface NewJob {
  readonly appId: string;
  readonly kind: ImportKind;
  readonly sourcePlatform: string;
  readonly mapping: ColumnMapping<string>;
  /** Of links. */
  readonly domain: { readonly id: string; readonly host: string } | null;
}

/**
 * Creates a job that waits for its file.
 *
 * @throws AppError FORBIDDEN for an app that is not in the account, where other endpoints answer 404
 */
export function startJob(
  services: Services,
  { em, access, actor }: ImportCaller,
  { appId, kind, sourcePlatform, mapping, domain }: NewJob,
): Promise<ImportJobRecord> {
  const adding = { em, access, session: actor.session, services };
  return lockAccountShared(adding, async (tx, current) => {
    const app = await current.app(appId, 'developer').catch(outsideTheAccount);
    const created = tx.create(ImportJob, {
      id: randomUUID(),
      customerId: access.accountId,
      appId: app.id,
      kind,
      sourcePlatform,
      domainId: domain?.id ?? null,
      columnMapping: mapping,
      status: 'pending',
      totalRows: 0,
      processedRows: 0,
      rejectedRows: 0,
      errorCount: 0,
      failureReason: null,
      notCarriedOver: null,
      attempts: 0,
      fileDigest: null,
      part: null,
      createdAt: new Date(services.clock()),
      dueAt: null,
      completedAt: null,
    });
    recordAudit(tx, actor, {
      customerId: access.accountId,
      action: 'start_import',
      targetType: 'import_job',
      targetId: created.id,
      details: {
        app_id: app.id,
        source_platform: sourcePlatform,
        ...(kind === 'links' && { kind, domain: domain?.host ?? null }),
      },
    });
    return created;
  });
}

function outsideTheAccount(error: unknown): never {
  if (error instanceof AppError && error.code === 'NOT_FOUND')
    throw new AppError('FORBIDDEN', 'the application is not in the account', { cause: error });
  throw error;
}
