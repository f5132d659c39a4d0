import type { Context } from 'hono';
import { findSdkInstall } from '../attribution/sdk-install.ts';
import { AppError } from '../errors.ts';
import type { AppEnv, FunctionRoute } from '../http/function-route.ts';
import type { Services } from '../services.ts';
import { uuid } from '../session/argument-types.ts';
import { deferredLinkOfClick, deferredLinkOfInstall } from './deferred-link.ts';
import { answerVisit } from './links.route.ts';
import { isDeferredLinkTaken, takeDeferredLink } from './take-deferred-link.ts';

/**
 * `GET /v1/deep-link`. With `slug` (contract): resolves a short link, records the click and redirects. With `click_id`,
 * or with `app_id` and `install_event_id` and the app's key: what the link wanted the installed app to do.
 */
export const deepLinkRoute: FunctionRoute = {
  path: 'deep-link',
  cors: true,
  methods: { GET: answer, HEAD: answer },
};

function answer(c: Context<AppEnv>, services: Services): Promise<Response> | Response {
  const { slug, click_id, app_id } = c.req.query();
  if (slug) return answerVisit(c, services, slug);
  c.header('Cache-Control', 'no-store');
  if (click_id) return ofClick(c, services, click_id);
  if (app_id) return ofInstall(c, services);
  throw new AppError('VALIDATION_ERROR', 'slug: is missing');
}

async function ofClick(c: Context<AppEnv>, { workPool }: Services, given: string): Promise<Response> {
  const clickId = uuid.safeParse(given);
  if (!clickId.success) throw new AppError('VALIDATION_ERROR', 'click_id: must be a UUID (version 4)');
  const link = await deferredLinkOfClick(workPool, clickId.data.toLowerCase());
  if (!link) throw new AppError('NOT_FOUND', 'no such click');
  return c.json(link);
}

/** Once per install: 204 from the second time on, as for an install that no link led to. A HEAD takes nothing. */
async function ofInstall(c: Context<AppEnv>, services: Services): Promise<Response> {
  const { customerId, state } = await findSdkInstall(
    services,
    c.req.query(),
    c.req.header('x-service-api-key'),
  );
  if (state.kind !== 'decided') return c.json({ status: 'pending' }, 202);
  const { click_id, install_id } = state;
  const { workPool, clock } = services;
  const link =
    click_id === null ? null : await deferredLinkOfInstall(workPool, customerId, { ...state, click_id });
  const isThere =
    link !== null &&
    (c.req.method === 'HEAD'
      ? !(await isDeferredLinkTaken(workPool, customerId, install_id))
      : await takeDeferredLink(workPool, customerId, install_id, clock()));
  return isThere ? c.json(link) : c.body(null, 204);
}
