import { Hono } from 'hono';
import { mountConsole } from '../console/console.route.ts';
import { mountDomainAllowed } from '../domains/domain-allowed.route.ts';
import { mountOwnHostOnly } from '../domains/own-host-only.route.ts';
import { AppError } from '../errors.ts';
import { FUNCTION_ROUTES } from '../function-routes.ts';
import { mountGuide } from '../guide/guide.route.ts';
import { renderError } from '../http/answers/render-error.ts';
import type { AppEnv } from '../http/function-route.ts';
import { mountOperations } from '../http/operations.ts';
import { mountRequestContext } from '../http/requests/request-context.ts';
import { mountSdkBundle } from '../http/sdk-bundle.ts';
import { mountDomainLinks } from '../links/domain-links.route.ts';
import { mountLinks } from '../links/links.route.ts';
import { mountReference } from '../openapi/mount-reference.ts';
import { mountPackages } from '../packages/packages.route.ts';
import type { Services } from '../services.ts';
import { mountSignIn } from '../sign-in/sign-in.ts';
import { toAppError } from '../to-app-error.ts';
import { mountFunctions } from '../transports/functions.ts';
import { mountRpc } from '../transports/rpc.ts';
import { mountTrpc } from '../transports/trpc.ts';

/** All HTTP routes of a set of services. */
export function createApp(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false });

  mountRequestContext(app, services);
  mountDomainLinks(app, services);
  mountOwnHostOnly(app, services);
  mountOperations(app, services);
  mountDomainAllowed(app, services);
  mountSignIn(app, services);
  mountSdkBundle(app);
  mountReference(app);
  mountConsole(app, services);
  mountLinks(app, services);
  mountPackages(app, services);
  mountGuide(app);
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
