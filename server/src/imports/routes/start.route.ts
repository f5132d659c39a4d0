import { randomUUID } from 'node:crypto';
import { ImportJob } from '@tributary/db/imports/import-job.entity';
import { z } from 'zod';
import { addInTurn } from '../../access/add-in-turn.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { AppError } from '../../errors.ts';
import type { FunctionRoute } from '../../http/function-route.ts';
import { readJsonObject } from '../../http/requests/read-body.ts';
import { requireSession } from '../../http/requests/require-session.ts';
import { answersJson } from '../../http/route-facts.ts';
import { optional, uuid } from '../../procedures/argument-types.ts';
import { columnMapping, mappingOf } from '../column-mapping.ts';
import { importSourceNamed, sourcePlatform } from '../mappings/import-sources.ts';
import { loadImportCaller } from './load-import-caller.ts';

const MESSAGE = 'The job waits for its file: send it to /v1/migration-importer/upload with this job_id.';

const requestBody = z.strictObject({
  app_id: uuid,
  source_platform: sourcePlatform,
  column_mapping: optional(columnMapping),
});

const answer = z.object({
  job_id: z.uuid(),
  message: z.string().describe('What to do next.'),
  column_mapping: z.record(z.string(), z.string()),
});

export const startImportRoute: FunctionRoute = {
  path: 'migration-importer/start',
  about: {
    tag: 'import',
    summary: 'Start an import',
    description:
      'Creates an import job that waits for its file, and says which column will fill which field. 403 for ' +
      'an app that is not in the account, and where the plan has no importer. Needs the developer role in ' +
      'the app’s team. Audited as `start_import`.',
    security: [['session']],
    body: { 'application/json': requestBody },
    answers: answersJson(answer),
    fails: ['FORBIDDEN', 'FEATURE_NOT_AVAILABLE', 'CONFLICT'],
  },
  methods: {
    POST: async (c, services) => {
      const { em, access, actor } = await loadImportCaller(
        services,
        await requireSession(c, services),
        c.var,
      );
      access.requireFeature('importer');
      const body = requestBody.parse(await readJsonObject(c));
      const mapping = mappingOf(importSourceNamed(body.source_platform), body.column_mapping);
      const adding = { em, access, session: actor.session, services };
      const job = await addInTurn(adding, async (tx, current) => {
        const app = await current.app(body.app_id, 'developer').catch(outsideTheAccount);
        const details = { app_id: app.id, source_platform: body.source_platform };
        const created = tx.create(ImportJob, {
          id: randomUUID(),
          customerId: access.accountId,
          appId: app.id,
          sourcePlatform: body.source_platform,
          columnMapping: mapping,
          status: 'pending',
          totalRows: 0,
          processedRows: 0,
          rejectedRows: 0,
          errorCount: 0,
          failureReason: null,
          attempts: 0,
          fileDigest: null,
          part: null,
          createdAt: new Date(services.clock()),
          dueAt: null,
          completedAt: null,
        });
        const target = { targetType: 'import_job', targetId: created.id };
        recordAudit(tx, actor, {
          customerId: access.accountId,
          action: 'start_import',
          ...target,
          details,
        });
        return created;
      });
      return c.json({ job_id: job.id, message: MESSAGE, column_mapping: mapping });
    },
  },
};

/** This endpoint answers 403 where others answer 404. */
function outsideTheAccount(error: unknown): never {
  if (error instanceof AppError && error.code === 'NOT_FOUND')
    throw new AppError('FORBIDDEN', 'the application is not in the account', { cause: error });
  throw error;
}
