import { z } from 'zod';
import { loadAccess } from '../access/access.ts';
import { addInTurn } from '../access/add-in-turn.ts';
import { AppError } from '../errors.ts';
import type { FunctionRoute } from '../http/function-route.ts';
import { readJsonObject } from '../http/requests/read-body.ts';
import { requireSession } from '../http/requests/require-session.ts';
import { displayName, optional, uuid } from '../procedures/argument-types.ts';
import { issueKey } from './issue-key.ts';

const DEFAULT_LABEL = 'SDK Key';
const WARNING =
  'This key is shown once and cannot be recovered. Store it now; if it is lost, revoke it and issue a new one.';

const requestBody = z.strictObject({ app_id: uuid, label: optional(displayName) });

/** `POST /v1/generate-key`: issues an SDK key for an app. Needs the developer role in the app's team. */
export const generateKeyRoute: FunctionRoute = {
  path: 'generate-key',
  methods: {
    POST: async (c, services) => {
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
      const { apiKey, keyId } = await addInTurn({ em, access, session, services }, async (tx, current) => {
        const app = await current.app(body.app_id, 'developer', { deleted: true });
        if (!app.active || app.deletedAt) throw new AppError('CONFLICT', 'the app is deleted or deactivated');
        return issueKey(tx, actor, app, label);
      });
      return c.json({ api_key: apiKey, key_id: keyId, label, app_id: body.app_id, warning: WARNING });
    },
  },
};
