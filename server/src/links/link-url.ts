import { baseUrl } from '../base-url.ts';
import type { Config } from '../config.ts';

/** Names below a domain that the service keeps to itself: a link of such a name is found below `/l/`. */
export const SERVICE_NAMES = [
  'api',
  'functions',
  'healthz',
  'internal',
  'metrics',
  'readyz',
  'rest',
  'trpc',
  'v1',
] as const;

const KEPT: ReadonlySet<string> = new Set(SERVICE_NAMES);

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
  if (host === null) return `${baseUrl(config)}/l/${slug}`;
  return `https://${host}/${KEPT.has(slug) ? 'l/' : ''}${slug}`;
}
