import { Hono } from 'hono';
import { analyticsRoute } from './analytics/analytics.route.ts';
import { attributionRoute } from './attribution/read/attribution.route.ts';
import { AppError } from './errors.ts';
import { renderError } from './http/answers/render-error.ts';
import type { AppEnv, FunctionRoute } from './http/function-route.ts';
import { mountOperations } from './http/operations.ts';
import { mountRequestContext } from './http/requests/request-context.ts';
import { mountSdkBundle } from './http/sdk-bundle.ts';
import { importErrorsRoute } from './imports/routes/errors.route.ts';
import { startImportRoute } from './imports/routes/start.route.ts';
import { importStatusRoute } from './imports/routes/status.route.ts';
import { uploadImportRoute } from './imports/routes/upload.route.ts';
import { ingestHealthRoute, ingestRoute } from './ingest/ingest.route.ts';
import { mountInvitationPage } from './invitations/invitation-page.route.ts';
import { generateKeyRoute } from './keys/generate-key.route.ts';
import { resolveKeyRoute } from './keys/resolve-key.route.ts';
import { deepLinkRoute } from './links/follow/deep-link.route.ts';
import { mountLinks } from './links/links.route.ts';
import { paymentWebhookRoute } from './payments/receive/payment-webhook.route.ts';
import type { Services } from './services.ts';
import { mountResetPage } from './sign-in/reset-page.ts';
import { mountSignIn } from './sign-in/sign-in.ts';
import { toAppError } from './to-app-error.ts';
import { mountFunctions } from './transports/functions.ts';
import { mountRpc } from './transports/rpc.ts';
import { mountTrpc } from './transports/trpc.ts';

export const FUNCTION_ROUTES: readonly FunctionRoute[] = [
  ingestRoute,
  deepLinkRoute,
  analyticsRoute,
  attributionRoute,
  ingestHealthRoute,
  resolveKeyRoute,
  generateKeyRoute,
  paymentWebhookRoute,
  startImportRoute,
  uploadImportRoute,
  importStatusRoute,
  importErrorsRoute,
];

/** All HTTP routes of a set of services. */
export function createApp(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false });

  mountRequestContext(app, services);
  mountOperations(app, services);
  mountSignIn(app, services);
  mountResetPage(app);
  mountSdkBundle(app);
  mountLinks(app, services);
  mountInvitationPage(app);
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
