import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { TrustProxy } from '../../settings/environment.ts';
import { flatCopy } from '../../values/memory/flat-copy.ts';

/** Longer than any address with its zone and port. */
const MAX_ENTRY = 64;
/** Longer than any chain of proxies that are known by their networks. */
const MAX_PROXIES = 32;

/**
 * The address of the client, as far as it can be trusted.
 *
 * Each proxy appends the address that it saw, so the list is read from its end, and only as far as the proxies are
 * trusted. Whatever a client wrote before that is never read, however long it is.
 *
 * @param peer the address that the connection comes from.
 * @param forwardedFor the X-Forwarded-For header, if any.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trust: TrustProxy): string {
  const given = forwardedFor ?? '';
  const proxies = 'hops' in trust ? trust.hops : MAX_PROXIES;
  let believed = normalise(peer);
  let end = given.length;
  for (let hops = 0; hops < proxies && end > 0 && isTrusted(believed, trust); hops++) {
    const start = given.lastIndexOf(',', end - 1) + 1;
    const before = normalise(given.slice(start, end));
    if (before === null) break;
    // Requests are counted by it long after this one has ended.
    believed = flatCopy(before);
    end = start - 1;
  }
  return believed ?? '0.0.0.0';
}

/** Whether a connection may come from a proxy, and so be that of any client. @param peer its address. */
export function isTrustedProxy(peer: string, trust: TrustProxy): boolean {
  return 'hops' in trust ? trust.hops > 0 : isTrusted(normalise(peer), trust);
}

/** If proxies are counted, every entry within the count is one. */
function isTrusted(address: string | null, trust: TrustProxy): boolean {
  if ('hops' in trust) return true;
  if (address === null) return false;
  const parsed = ipaddr.process(address);
  return trust.networks.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match([base, bits]));
}

function normalise(entry: string): string | null {
  if (entry.length > MAX_ENTRY) return null;
  const text = entry.trim();
  // Nearly all of them are plain, and the library parses each three times.
  if (isIPv4(text)) return text;
  const bare = text
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null;
}
