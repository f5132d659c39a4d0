import { AppError } from '../../platform/errors/errors.ts';
import { followsLinks } from '../../platform/link-paths.ts';
import type { Services } from '../../platform/services.ts';
import { baseUrl } from '../../platform/settings/base-url.ts';
import { CONSOLE_PATH } from '../../platform/settings/console-url.ts';

/** Browsers read these as slashes, or as nothing. */
const UNSAFE = /[\\\p{Cc}]/u;
/** Nothing that a proxy or a router would decode into another path. */
const PLAIN = /^(?:\/[\w.~-]+)*\/?$/;
const PAGE = /^(?:\/[\w-]+)*\/?$/;

/**
 * Where a link of a mail may lead with its token, as a request names it, as a path or in full: a page of the console, or
 * an address of an origin in REDIRECT_ORIGINS. Never a link: whoever made it learns of its visitors what they came with.
 *
 * It is normalised first and checked afterwards: `/..//elsewhere` and `/.//elsewhere` lead to another host only then.
 *
 * @param field the parameter's name
 * @returns the address in full
 * @throws AppError FORBIDDEN naming the field
 */
export async function mailTarget(
  services: Pick<Services, 'config' | 'hosts'>,
  field: string,
  given: string,
): Promise<string> {
  const isComplete = /^(\/(?!\/)|https?:\/\/)/i.test(given) && !UNSAFE.test(given);
  const url = isComplete ? URL.parse(given, baseUrl(services.config)) : null;
  const isTarget = url !== null && url.username === '' && url.password === '';
  if (isTarget && (isConsolePage(services.config, url) || (await isListed(services, url)))) return url.href;
  const message = `${field}: must be a page of the console, or of an origin in REDIRECT_ORIGINS that follows no links`;
  throw new AppError('FORBIDDEN', message);
}

/** Whether an address is a page of the console of this service. What else stands beside PUBLIC_URL's path is a neighbour's. */
export function isConsolePage(config: Services['config'], { origin, pathname }: URL): boolean {
  const console = new URL(baseUrl(config) + CONSOLE_PATH);
  if (origin !== console.origin || !pathname.startsWith(console.pathname)) return false;
  return PAGE.test(pathname.slice(console.pathname.length));
}

async function isListed({ config, hosts }: Pick<Services, 'config' | 'hosts'>, url: URL): Promise<boolean> {
  if (!config.redirectOrigins.includes(url.origin)) return false;
  if (!hosts.isOwn(url.host)) return (await hosts.find(url.host)) === null;
  const base = new URL(baseUrl(config)).pathname.replace(/\/$/, '');
  const below = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : url.pathname;
  return PLAIN.test(url.pathname) && !followsLinks(url.pathname) && !followsLinks(below);
}
