import { isIP } from 'node:net';
import { baseUrl } from '../../../platform/settings/base-url.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { nameOfHost } from '../host-name.ts';

type Address = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** Names of this machine, whatever PUBLIC_URL is, as `nameOfHost` has them. */
export const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;

/**
 * Returns what tells whether a host, with or without a port, names the service itself: PUBLIC_URL's host, or a name of this
 * machine. Without PUBLIC_URL any address does, so that a phone on the same network can follow links: an address is
 * nobody's domain. Every visit asks, and nearly all with the same header.
 */
export function createOwnHost(config: Address): (host: string) => boolean {
  const own = nameOfHost(new URL(baseUrl(config)).host);
  const isOwnName = (name: string) =>
    name === own || LOOPBACK.test(name) || (config.publicUrl === undefined && isAddress(name));
  let lastOwn = own;
  return (host) => {
    if (host === lastOwn) return true;
    if (!isOwnName(nameOfHost(host))) return false;
    lastOwn = host;
    return true;
  };
}

/** Whether a name of `nameOfHost` is an address. */
export function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[(.+)\]$/, '$1')) !== 0;
}
