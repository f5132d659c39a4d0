import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { FunctionRoute } from '../../platform/http/function-route.ts';
import { uuid } from '../../platform/http/procedures/argument-types.ts';
import { readKnownQuery } from '../../platform/http/requests/read-query.ts';
import { requireSession } from '../../platform/http/requests/require-session.ts';
import { answersJson } from '../../platform/http/route-facts.ts';
import { rowError } from '../import-row.ts';
import { findOwnJob } from '../jobs/find-own-job.ts';
import { importJobItem, toImportJobItem } from '../jobs/import-job-item.ts';
import { readErrors } from '../jobs/read-errors.ts';
import { NOT_CARRIED_OVER, notCarriedOver } from '../links/not-carried-over.ts';
import { HISTORY, type Importer, LINKS } from './importers.ts';
import { loadImportCaller } from './load-import-caller.ts';

const query = z.object({ job_id: uuid.describe('The import job.') });
const answer = importJobItem
  .omit({ app_id: true, source_platform: true, kind: true })
  .extend({ errors: z.array(rowError).describe('Errors of rows, the first 1,000.') });

const answerOfLinks = answer.extend({
  domain: z.string().nullable().describe('Where the links are moved to; null for the service’s own host.'),
  not_carried_over: z.array(notCarriedOver).describe(NOT_CARRIED_OVER),
});

const statusRouteOf = ({ path, kind, brings }: Importer): FunctionRoute => ({
  path: `${path}/status`,
  about: {
    tag: 'import',
    summary: `Read the progress of an import of ${brings}`,
    description:
      `How far an import of ${brings} is, with the first 1,000 errors of its rows. Needs the developer role in ` +
      'the app’s team.',
    security: [['session']],
    query,
    answers: answersJson(kind === 'links' ? answerOfLinks : answer),
    fails: ['FORBIDDEN', 'NOT_FOUND'],
  },
  methods: {
    GET: async (c, services) => {
      const { em, access } = await loadImportCaller(services, await requireSession(c, services), c.var);
      const { job_id } = query.parse(readKnownQuery(c, Object.keys(query.shape)));
      const job = await findOwnJob(em, access, job_id, { kind });
      const errors = await readErrors(services.workPool, access.accountId, job_id);
      const { app_id: _app, source_platform: _source, kind: _kind, ...item } = toImportJobItem(job);
      c.header('Cache-Control', 'no-store');
      const ofLinks = kind === 'links' && {
        domain: await hostOf(em, job.domainId),
        not_carried_over: job.notCarriedOver ?? [],
      };
      return c.json({ ...item, ...ofLinks, errors });
    },
  },
});

export const importStatusRoute = statusRouteOf(HISTORY);
export const linkImportStatusRoute = statusRouteOf(LINKS);

async function hostOf(em: EntityManager, domainId: string | null | undefined): Promise<string | null> {
  if (domainId == null) return null;
  const [domain] = await em.execute<{ host: string }[]>('select host from domains where id = ?', [domainId]);
  return domain?.host ?? null;
}
