import type { Hono } from 'hono';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { isAskedByOperator } from '../../platform/http/operations.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Mounts `GET /internal/domain-allowed?domain=`, which a proxy asks before it gets a certificate: 200 for a verified
 * domain and for PUBLIC_URL's host, 404 for everything else, and to everyone else.
 */
export function mountDomainAllowed(app: Hono<AppEnv>, services: Services): void {
  app.get('/internal/domain-allowed', async (c) => {
    c.header('Cache-Control', 'no-store');
    const [domain = '', ...others] = c.req.queries('domain') ?? [];
    const isAllowed =
      isAskedByOperator(c, services.config) &&
      others.length === 0 &&
      (domain.toLowerCase() === publicHost(services.config) || (await services.hosts.find(domain)) !== null);
    return isAllowed ? c.text('allowed') : c.text('not found', 404);
  });
}

function publicHost({ publicUrl }: Services['config']): string | null {
  return publicUrl === undefined ? null : new URL(publicUrl).hostname;
}
