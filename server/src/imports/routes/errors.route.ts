import { z } from 'zod';
import { renderCsv } from '../../platform/http/answers/render-csv.ts';
import type { FunctionRoute } from '../../platform/http/function-route.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { readKnownQuery } from '../../platform/http/requests/read-query.ts';
import { requireSession } from '../../platform/http/requests/require-session.ts';
import { findOwnJob } from '../jobs/find-own-job.ts';
import { readErrors } from '../jobs/read-errors.ts';
import { HISTORY, type Importer, LINKS } from './importers.ts';
import { loadImportCaller } from './load-import-caller.ts';

const query = z.object({ job_id: uuid.describe('The import job.') });
const COLUMNS = ['row', 'column', 'value', 'reason'] as const;

const errorsRouteOf = ({ path, kind, brings }: Importer): FunctionRoute => ({
  path: `${path}/errors`,
  about: {
    tag: 'import',
    summary: `Download the errors of an import of ${brings}`,
    description:
      'The errors of an import’s rows as CSV, the first 1,000. Needs the developer role in the app’s team.',
    security: [['session']],
    query,
    answers: { 200: { means: 'A line for each error.', content: { 'text/csv': z.string() } } },
    fails: ['FORBIDDEN', 'NOT_FOUND'],
  },
  methods: {
    GET: async (c, services) => {
      const { em, access } = await loadImportCaller(services, await requireSession(c, services), c.var);
      const { job_id } = query.parse(readKnownQuery(c, Object.keys(query.shape)));
      await findOwnJob(em, access, job_id, { kind });
      const errors = await readErrors(services.workPool, access.accountId, job_id);
      c.header('Cache-Control', 'no-store');
      c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
      c.header('Content-Disposition', `attachment; filename="import-errors-${job_id}.csv"`);
      const rows = errors.map((error) => COLUMNS.map((column) => error[column]));
      return c.body(renderCsv({ columns: COLUMNS, rows }));
    },
  },
});

export const importErrorsRoute = errorsRouteOf(HISTORY);
export const linkImportErrorsRoute = errorsRouteOf(LINKS);
