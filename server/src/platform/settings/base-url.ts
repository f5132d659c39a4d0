import type { Config } from './config.ts';

/** The URL of the service: PUBLIC_URL, else the address that it listens on; without a trailing slash. */
export function baseUrl({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
