import { IMPORT_KINDS, ImportJob } from '@tributary/db/imports/import-job.entity';
import { z } from 'zod';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { listPage, pageArguments, readPage } from '../../platform/http/procedures/list-page.ts';
import { accountProcedure } from '../../platform/http/procedures/procedure.ts';
import { importJobItem, toImportJobItem } from '../jobs/import-job-item.ts';

const kind = z.enum(IMPORT_KINDS, `must be one of ${IMPORT_KINDS.join(', ')}`);

export const listImportJobs = accountProcedure
  .meta({
    tag: 'import',
    summary: 'List imports',
    description:
      'Lists the imports of the apps of the caller’s teams, newest first; with `p_app_id` those of ' +
      'that app, with `p_kind` those of events or of links.',
    role: 'viewer',
    audited: false,
    fails: ['NOT_FOUND'],
    shows: ['p_limit'],
  })
  .input(
    z.strictObject({
      p_job_id: optional(uuid),
      p_app_id: optional(uuid),
      p_kind: optional(kind).describe('Only imports of events of the past (`history`), or of links.'),
      ...pageArguments,
    }),
  )
  .output(listPage(importJobItem))
  .query(async ({ ctx, input }) => {
    const { em, access } = ctx;
    const narrowed = {
      customerId: access.accountId,
      appId: { $in: await access.visibleAppIds(input.p_app_id) },
      ...(input.p_job_id !== null && { id: input.p_job_id }),
      ...(input.p_kind !== null && { kind: input.p_kind }),
    };
    return readPage(
      'list_import_jobs',
      input,
      ({ after, options }) => em.find(ImportJob, { $and: [narrowed, after] }, options),
      toImportJobItem,
    );
  });
