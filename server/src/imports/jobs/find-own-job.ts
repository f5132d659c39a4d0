import type { EntityManager } from '@mikro-orm/postgresql';
import { ImportJob, type ImportKind } from '@tributary/db/imports/import-job.entity';
import type { Access } from '../../platform/auth/access/access.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { ImportJobRecord } from './import-job-item.ts';

/**
 * An import job of an app in which the caller is a developer.
 *
 * @param options.kind only one of that kind.
 * @param options.ended for what is possible after the app was deleted or its team archived.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function findOwnJob(
  em: EntityManager,
  access: Access,
  jobId: string,
  { ended = true, kind }: { readonly ended?: boolean; readonly kind?: ImportKind } = {},
): Promise<ImportJobRecord> {
  const job = await em.findOne(ImportJob, { id: jobId, customerId: access.accountId, ...(kind && { kind }) });
  if (!job) throw new AppError('NOT_FOUND', 'no such import job');
  await access.app(job.appId, 'developer', { deleted: ended, archived: ended });
  return job;
}
