import { z } from 'zod';
import { loadAccess } from '../../platform/auth/access/access.ts';
import { lockAccountShared } from '../../platform/auth/access/lock-account.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { FunctionRoute } from '../../platform/http/function-route.ts';
import { displayName, optional, uuid } from '../../platform/http/procedures/argument-types.ts';
import { readJsonObject } from '../../platform/http/requests/read-body.ts';
import { requireSession } from '../../platform/http/requests/require-session.ts';
import { answersJson } from '../../platform/http/route-facts.ts';
import { issueKey } from './issue-key.ts';

const DEFAULT_LABEL = 'SDK Key';
const WARNING =
  'This key is shown once and cannot be recovered. Store it now; if it is lost, revoke it and issue a new one.';

const requestBody = z.strictObject({ app_id: uuid, label: optional(displayName) });
const answer = z.object({
  api_key: z.string(),
  key_id: z.uuid(),
  label: z.string(),
  app_id: z.uuid(),
  warning: z.string(),
});

export const generateKeyRoute: FunctionRoute = {
  path: 'generate-key',
  about: {
    tag: 'apps',
    summary: 'Issue an SDK key',
    description:
      'Issues an SDK key for an app. The key is shown once; only a hash of it is stored. A 409 where the app ' +
      'is deleted or deactivated, or its team archived. Needs the developer role in the app’s team. Audited as ' +
      '`generate_key`.',
    security: [['session']],
    body: { 'application/json': requestBody },
    answers: answersJson(answer),
    fails: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  },
  methods: {
    POST: async (c, services) => {
      c.header('Cache-Control', 'no-store');
      const session = await requireSession(c, services);
      const em = services.orm.em.fork();
      const access = await loadAccess({ workPool: services.workPool, em }, session);
      const body = requestBody.parse(await readJsonObject(c));
      const label = body.label ?? DEFAULT_LABEL;
      const actor = {
        services,
        session,
        clientAddress: c.get('clientAddress'),
        requestId: c.get('requestId'),
      };
      const { apiKey, keyId } = await lockAccountShared(
        { em, access, session, services },
        async (tx, current) => {
          const app = await current.app(body.app_id, 'developer', { deleted: true });
          if (!app.active || app.deletedAt)
            throw new AppError('CONFLICT', 'the app is deleted or deactivated');
          return issueKey(tx, actor, app, label);
        },
      );
      const shown = { api_key: apiKey, key_id: keyId, label, app_id: body.app_id, warning: WARNING };
      return c.json(shown satisfies z.output<typeof answer>);
    },
  },
};
