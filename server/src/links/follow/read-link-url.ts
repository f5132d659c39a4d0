import { LONG_PATHS } from '../../platform/link-paths.ts';
import type { Services } from '../../platform/services.ts';
import { baseUrl } from '../../platform/settings/base-url.ts';
import { keysOfSlug, keysOnDomain, type VisitKeys } from './directory/visit-keys.ts';

/** A link's URL as an app was opened with it. */
export interface LinkUrl {
  /** Empty where it is on no host of links. */
  readonly keys: VisitKeys;
  /** Without its `?`. */
  readonly query: string;
}

const BELOW_L = /^\/l\/([^/]+)\/?$/i;
const isLongForm = (path: string) => LONG_PATHS.some((long) => path === long || path === `${long}/`);

/** What a URL means, on the service's own host or on a domain. */
export async function readLinkUrl({ config, hosts }: Services, url: URL): Promise<LinkUrl> {
  const query = url.search.slice(1);
  const isOwn = hosts.isOwn(url.host);
  const domain = isOwn ? null : await hosts.find(url.host);
  if (!isOwn && domain === null) return { keys: [], query };
  const path = isOwn ? belowBase(baseUrl(config), url.pathname) : url.pathname;
  const slug = isLongForm(path) ? url.searchParams.get('slug') : BELOW_L.exec(path)?.[1];
  if (domain === null || isLongForm(path)) return { keys: keysOfSlug(domain, decode(slug ?? '')), query };
  return { keys: keysOnDomain(domain, `${path}${url.search}`), query };
}

/** PUBLIC_URL may have a path, which the service itself never sees. */
function belowBase(base: string, path: string): string {
  const { pathname } = new URL(`${base}/`);
  return path.startsWith(pathname) ? path.slice(pathname.length - 1) : path;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
