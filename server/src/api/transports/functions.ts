import type { Context, Hono } from 'hono';
import { AppError } from '../../platform/errors/errors.ts';
import { toAppError } from '../../platform/errors/to-app-error.ts';
import { allowAnyOrigin } from '../../platform/http/answers/allow-any-origin.ts';
import { renderError } from '../../platform/http/answers/render-error.ts';
import type { AppEnv, FunctionRoute, Handler } from '../../platform/http/function-route.ts';
import type { Services } from '../../platform/services.ts';

const PREFIXES = ['/v1', '/functions/v1'];
const CORS_HEADERS = 'content-type, content-encoding, x-service-api-key';

/** Mounts the function endpoints under both prefixes, with their 405s, CORS and error bodies. */
export function mountFunctions(
  app: Hono<AppEnv>,
  routes: readonly FunctionRoute[],
  services: Services,
): void {
  for (const route of routes) {
    for (const prefix of PREFIXES) {
      app.all(`${prefix}/${route.path}`, (c) => answer(c, route, services));
    }
  }
}

async function answer(c: Context<AppEnv>, route: FunctionRoute, services: Services): Promise<Response> {
  const allowed = allowedMethods(route);
  if (route.cors) allowAnyOrigin(c);
  if (route.cors && c.req.method === 'OPTIONS') return preflight(c, allowed);
  const handler = handlerFor(route, c.req.method);
  try {
    if (!handler) {
      c.header('Allow', allowed.join(', '));
      throw new AppError('METHOD_NOT_ALLOWED', `${c.req.method} is not allowed here`);
    }
    return await handler(c, services);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500)
      services.log.error({ err: error.cause ?? error, requestId: c.get('requestId') }, 'request failed');
    return renderError(c, error, { codes: route.errorCodes });
  }
}

function handlerFor(route: FunctionRoute, method: string): Handler | undefined {
  if (method === 'GET' || method === 'POST') return route.methods[method];
  return method === 'HEAD' ? route.methods.HEAD : undefined;
}

function allowedMethods(route: FunctionRoute): string[] {
  return [...Object.keys(route.methods), ...(route.cors ? ['OPTIONS'] : [])];
}

function preflight(c: Context<AppEnv>, allowed: string[]): Response {
  c.header('Access-Control-Allow-Methods', allowed.join(', '));
  c.header('Access-Control-Allow-Headers', CORS_HEADERS);
  c.header('Access-Control-Max-Age', '86400');
  return c.body(null, 204);
}
