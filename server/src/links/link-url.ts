import { SHORT_PATH } from '../platform/link-paths.ts';
import { baseUrl } from '../platform/settings/base-url.ts';
import type { Config } from '../platform/settings/config.ts';
import { isServicePath } from './service-path.ts';

/**
 * The URL of a link: at the root of its domain, else below PUBLIC_URL, else below the address that the service listens on.
 *
 * @param host of the link's domain; null for the service's own.
 */
export function linkUrl(
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  slug: string,
  host: string | null = null,
): string {
  if (host === null) return `${baseUrl(config)}${SHORT_PATH}/${slug}`;
  return `https://${host}/${isServicePath(`/${slug}`) ? 'l/' : ''}${slug}`;
}
