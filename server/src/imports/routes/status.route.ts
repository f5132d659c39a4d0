import { z } from 'zod';
import type { FunctionRoute } from '../../http/function-route.ts';
import { readKnownQuery } from '../../http/requests/read-query.ts';
import { requireSession } from '../../http/requests/require-session.ts';
import { answersJson } from '../../http/route-facts.ts';
import { uuid } from '../../procedures/argument-types.ts';
import { rowError } from '../import-row.ts';
import { findOwnJob } from '../jobs/find-own-job.ts';
import { importJobItem, toImportJobItem } from '../jobs/import-job-item.ts';
import { readErrors } from '../jobs/read-errors.ts';
import { loadImportCaller } from './load-import-caller.ts';

const query = z.object({ job_id: uuid.describe('The import job.') });
const answer = importJobItem
  .omit({ app_id: true, source_platform: true })
  .extend({ errors: z.array(rowError).describe('Errors of rows, the first 1,000.') });

export const importStatusRoute: FunctionRoute = {
  path: 'migration-importer/status',
  about: {
    tag: 'import',
    summary: 'Read the progress of an import',
    description:
      'How far an import is, with the first 1,000 errors of its rows. Needs the developer role in the app’s ' +
      'team.',
    security: [['session']],
    query,
    answers: answersJson(answer),
    fails: ['FORBIDDEN', 'NOT_FOUND'],
  },
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
