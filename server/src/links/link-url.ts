import type { Config } from '../config.ts';

/** The URL of a link: below PUBLIC_URL, else below the address that the service listens on. */
export function linkUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, slug: string): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return `${config.publicUrl ?? `http://${host}:${config.port}`}/l/${slug}`;
}
