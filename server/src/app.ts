import { Hono } from 'hono';
import { analyticsRoute } from './analytics/analytics.route.ts';
import { attributionRoute } from './attribution/attribution.route.ts';
import { AppError } from './errors.ts';
import type { AppEnv, FunctionRoute } from './http/function-route.ts';
import { mountFunctions } from './http/functions.ts';
import { mountOperations } from './http/operations.ts';
import { renderError } from './http/render-error.ts';
import { mountRequestContext } from './http/request-context.ts';
import { mountRpc } from './http/rpc.ts';
import { mountSdkBundle } from './http/sdk-bundle.ts';
import { mountSignIn } from './http/sign-in.ts';
import { mountTrpc } from './http/trpc.ts';
import { ingestHealthRoute, ingestRoute } from './ingest/ingest.route.ts';
import { generateKeyRoute } from './keys/generate-key.route.ts';
import { resolveKeyRoute } from './keys/resolve-key.route.ts';
import { deepLinkRoute } from './links/deep-link.route.ts';
import { mountLinks } from './links/links.route.ts';
import type { Services } from './services.ts';
import { toAppError } from './to-app-error.ts';

export const FUNCTION_ROUTES: readonly FunctionRoute[] = [
  ingestRoute,
  deepLinkRoute,
  analyticsRoute,
  attributionRoute,
  ingestHealthRoute,
  resolveKeyRoute,
  generateKeyRoute,
];

/** The whole HTTP surface over a set of services. */
export function createApp(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false });

  mountRequestContext(app, services);
  mountOperations(app, services);
  mountSignIn(app, services);
  mountSdkBundle(app);
  mountLinks(app, services);
  mountFunctions(app, FUNCTION_ROUTES, services);
  mountRpc(app, services);
  mountTrpc(app, services);

  app.notFound((c) => {
    const message = c.req.path.startsWith('/rest/');
    return renderError(c, new AppError('NOT_FOUND', 'not found'), { message });
  });
  app.onError((thrown, c) => {
    const error = toAppError(thrown);
    if (error.status >= 500)
      services.log.error({ err: error.cause ?? error, requestId: c.get('requestId') }, 'request failed');
    return renderError(c, error);
  });
  return app;
}
