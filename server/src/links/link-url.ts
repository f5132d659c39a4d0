import { baseUrl } from '../base-url.ts';
import type { Config } from '../config.ts';

/** The URL of a link: below PUBLIC_URL, else below the address that the service listens on. */
export function linkUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, slug: string): string {
  return `${baseUrl(config)}/l/${slug}`;
}
