import { z } from 'zod';
import { chooseDomain } from '../../links/procedures/choose-domain.ts';
import { newLink } from '../../links/procedures/new-link-arguments.ts';
import type { FunctionRoute } from '../../platform/http/function-route.ts';
import { optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { readJsonObject } from '../../platform/http/requests/read-body.ts';
import { requireSession } from '../../platform/http/requests/require-session.ts';
import { answersJson } from '../../platform/http/route-facts.ts';
import { mappingArgument, mergeMappings } from '../column-mapping.ts';
import { LINK_FIELDS, type LinkField } from '../links/link-fields.ts';
import { linkPlatform, linkSourceNamed } from '../links/mappings/link-sources.ts';
import { ignoreNulls } from '../links/read-link-file.ts';
import { loadImportCaller } from './load-import-caller.ts';
import { startJob } from './start-job.ts';

const MESSAGE = 'The job waits for its file: send it to /v1/link-importer/upload with this job_id.';

const requestBody = z.strictObject({
  app_id: uuid,
  source_platform: linkPlatform,
  domain: newLink.shape.p_domain.describe(
    'The domain that the links are moved to, verified; by default the account’s default, else the service’s own host, which "" is too.',
  ),
  column_mapping: optional(mappingArgument(LINK_FIELDS)),
});

const answer = z.object({
  job_id: z.uuid(),
  message: z.string().describe('What to do next.'),
  domain: z.string().nullable().describe('Where the links are moved to; null for the service’s own host.'),
  column_mapping: z.record(z.string(), z.string()),
});

export const startLinkImportRoute: FunctionRoute = {
  path: 'link-importer/start',
  about: {
    tag: 'import',
    summary: 'Start an import of links',
    description:
      'Creates a job that waits for a file of another platform’s links, and says which column will fill which ' +
      'field. On a domain the paths of links stay. 403 for an app that is not in the account, and where the plan has ' +
      'no importer; 409 for a domain that is not verified. Needs the developer role in the app’s team. Audited as ' +
      '`start_import`.',
    security: [['session']],
    body: { 'application/json': requestBody },
    answers: answersJson(answer),
    fails: ['FORBIDDEN', 'FEATURE_NOT_AVAILABLE', 'NOT_FOUND', 'CONFLICT'],
  },
  methods: {
    POST: async (c, services) => {
      const caller = await loadImportCaller(services, await requireSession(c, services), c.var);
      caller.access.requireFeature('importer');
      const body = requestBody.parse(await readJsonObject(c));
      const { app_id: appId, source_platform: sourcePlatform } = body;
      const source = linkSourceNamed(sourcePlatform);
      const mapping = mergeMappings<LinkField>(source.columns, ignoreNulls(body.column_mapping));
      const domain = await chooseDomain(
        caller.em,
        services.config,
        caller.access.accountId,
        body.domain,
        'domain',
      );
      const job = await startJob(services, caller, { appId, kind: 'links', sourcePlatform, mapping, domain });
      return c.json({
        job_id: job.id,
        message: MESSAGE,
        domain: domain?.host ?? null,
        column_mapping: mapping,
      });
    },
  },
};
