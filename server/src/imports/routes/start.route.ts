import { z } from 'zod';
import type { FunctionRoute } from '../../platform/http/function-route.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { readJsonObject } from '../../platform/http/requests/read-body.ts';
import { requireSession } from '../../platform/http/requests/require-session.ts';
import { answersJson } from '../../platform/http/route-facts.ts';
import { columnMapping, mappingOf } from '../column-mapping.ts';
import { importSourceNamed, sourcePlatform } from '../mappings/import-sources.ts';
import { loadImportCaller } from './load-import-caller.ts';
import { startJob } from './start-job.ts';

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
      const caller = await loadImportCaller(services, await requireSession(c, services), c.var);
      caller.access.requireFeature('importer');
      const body = requestBody.parse(await readJsonObject(c));
      const { app_id: appId, source_platform: sourcePlatform } = body;
      const mapping = mappingOf(importSourceNamed(sourcePlatform), body.column_mapping);
      const given = { appId, kind: 'history', sourcePlatform, mapping, domain: null } as const;
      const job = await startJob(services, caller, given);
      return c.json({ job_id: job.id, message: MESSAGE, column_mapping: mapping });
    },
  },
};
