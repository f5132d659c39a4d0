import { Hono } from 'hono';
import { mountSignIn } from '../../accounts/sign-in/sign-in.ts';
import { mountConsole } from '../../api/console/console.route.ts';
import { FUNCTION_ROUTES } from '../../api/function-routes.ts';
import { mountGuide } from '../../api/guide/guide.route.ts';
import { mountReference } from '../../api/openapi/mount-reference.ts';
import { mountPackages } from '../../api/packages/packages.route.ts';
import { mountFunctions } from '../../api/transports/functions.ts';
import { mountRpc } from '../../api/transports/rpc.ts';
import { mountTrpc } from '../../api/transports/trpc.ts';
import { mountDomainLinks } from '../../links/domain-links.route.ts';
import { mountDomainAllowed } from '../../links/domains/domain-allowed.route.ts';
import { mountOwnHostOnly } from '../../links/domains/own-host-only.route.ts';
import { mountLinks } from '../../links/links.route.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import { renderError } from '../../platform/http/answers/render-error.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { mountOperations } from '../../platform/http/operations.ts';
import { mountRequestContext } from '../../platform/http/requests/request-context.ts';
import { mountSdkBundle } from '../../platform/http/sdk-bundle.ts';
import type { Services } from '../../platform/services.ts';

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
