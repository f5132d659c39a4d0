import { baseUrl } from '../../base-url.ts';
import type { Config } from '../../config.ts';
import { nameOfHost } from '../host-name.ts';

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

/** The name under which others reach the service: PUBLIC_URL's host, else that of the address that it listens on. */
export function ownHostName(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return nameOfHost(new URL(baseUrl(config)).host);
}

/** Whether a name is the service's own: that of PUBLIC_URL, or one of this machine. */
export function isOwnName(own: string, name: string): boolean {
  return name === own || LOOPBACK.test(name);
}

/** Tells whether a Host header names the service itself. Every visit asks, and nearly all with the same header. */
export function createOwnHost(
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>,
): (header: string) => boolean {
  const own = ownHostName(config);
  let lastOwn = '';
  return (header) => {
    if (header === lastOwn) return true;
    if (!isOwnName(own, nameOfHost(header))) return false;
    lastOwn = header;
    return true;
  };
}
