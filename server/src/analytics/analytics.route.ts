import type { Context } from 'hono';
import { AppError } from '../errors.ts';
import type { AppEnv, FunctionRoute } from '../http/function-route.ts';
import type { Services } from '../services.ts';
import { loadAccess } from '../session/access.ts';
import { sameSecret } from '../session/procedure.ts';
import { readSession } from '../session/read-session.ts';
import { analyticsArguments } from './analytics-arguments.ts';
import { RESOURCES } from './analytics-router.ts';
import { readResource } from './read-resource.ts';

const ARGUMENTS = ['app_id', 'team_id', 'date_from', 'date_to'] as const;

/** `GET /v1/analytics?resource=` (contract): reports, for a signed-in person, on the apps of their teams. */
export const analyticsRoute: FunctionRoute = {
  path: 'analytics',
  methods: {
    GET: (c, services) => (c.req.query('resource') === 'health' ? health(c, services) : report(c, services)),
  },
};

/** A liveness probe for first-party tools: no session, but their key. */
function health(c: Context<AppEnv>, services: Services): Response {
  if (!sameSecret(c.req.header('apikey'), services.secrets.anonKey)) {
    throw new AppError('AUTH_ERROR', 'the apikey header is missing or wrong');
  }
  return c.json({ status: 'ok', service: 'analytics' });
}

async function report(c: Context<AppEnv>, services: Services): Promise<Response> {
  const session = await readSession(services.auth, c.req.header('authorization'));
  if (!session) throw new AppError('AUTH_ERROR', 'there is no valid session');
  const em = services.orm.em.fork();
  const access = await loadAccess(em, session.userId, session.accountId);
  const resource = RESOURCES.get(c.req.query('resource') ?? '');
  if (!resource) {
    throw new AppError(
      'VALIDATION_ERROR',
      `resource: must be one of health, ${[...RESOURCES.keys()].join(', ')}`,
    );
  }
  const args = analyticsArguments.parse(Object.fromEntries(ARGUMENTS.map((key) => [key, c.req.query(key)])));
  c.header('Cache-Control', 'no-store');
  return c.json(await readResource(resource, { em, access, services }, args));
}
