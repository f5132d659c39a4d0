import type { Config } from '../config.ts';
import { baseUrl } from '../http/base-url.ts';

/** The URL of a link: below PUBLIC_URL, else below the address that the service listens on. */
export function linkUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, slug: string): string {
  return `${baseUrl(config)}/l/${slug}`;
}
