import { z } from 'zod';
import type { FunctionRoute } from '../../http/function-route.ts';
import { readKnownQuery } from '../../http/requests/read-query.ts';
import { requireSession } from '../../http/requests/require-session.ts';
import { uuid } from '../../procedures/argument-types.ts';
import { findOwnJob } from '../jobs/find-own-job.ts';
import { toImportJobItem } from '../jobs/import-job-item.ts';
import { readErrors } from '../jobs/read-errors.ts';
import { loadImportCaller } from './load-import-caller.ts';

const query = z.object({ job_id: uuid });

/** `GET /v1/migration-importer/status?job_id=`: the progress of an import. Needs the developer role in the app's team. */
export const importStatusRoute: FunctionRoute = {
  path: 'migration-importer/status',
  methods: {
    GET: async (c, services) => {
      const { em, access } = await loadImportCaller(services, await requireSession(c, services), c.var);
      const { job_id } = query.parse(readKnownQuery(c, Object.keys(query.shape)));
      const job = await findOwnJob(em, access, job_id);
      const errors = await readErrors(services.workPool, access.accountId, job_id);
      const { app_id: _app, source_platform: _source, ...item } = toImportJobItem(job);
      c.header('Cache-Control', 'no-store');
      return c.json({ ...item, errors });
    },
  },
};
