import type { Hono } from 'hono';
import { AppError } from '../../platform/errors/errors.ts';
import { renderError } from '../../platform/http/answers/render-error.ts';
import type { AppEnv } from '../../platform/http/function-route.ts';
import { hostOf } from '../../platform/http/requests/host-of.ts';
import type { Services } from '../../platform/services.ts';
import { nameOfHost } from './host-name.ts';
import { isAddress } from './hosts/own-host.ts';

/** What is for people who use the service: its front, the console, sign-in, documents and packages. */
const OWN_HOST_ONLY = [
  '/',
  '/api/*',
  '/console/*',
  '/docs/*',
  '/invitation',
  '/openapi.json',
  '/packages/*',
  '/reset-password',
] as const;

/**
 * Mounts, before those paths, that they are not found on a host that somebody else may have named: people would give their
 * passwords where an account's owner chose the name. Whether it can become a domain here does not matter, since DNS and
 * browsers know more names. Addresses, and names without a dot as containers have them, are nobody's.
 */
export function mountOwnHostOnly(app: Hono<AppEnv>, { hosts }: Services): void {
  for (const path of OWN_HOST_ONLY)
    app.use(path, async (c, next) => {
      const host = hostOf(c);
      if (hosts.isOwn(host) || isOfMachine(nameOfHost(host))) return next();
      return renderError(c, new AppError('NOT_FOUND', 'not found'));
    });
}

function isOfMachine(name: string): boolean {
  return isAddress(name) || /^[^.]+$/.test(name);
}
