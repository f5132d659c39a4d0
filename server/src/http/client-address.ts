import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { TrustProxy } from '../config.ts';

/**
 * The address of the client, as far as it can be believed.
 *
 * Each proxy appends the address that it saw; so the list is read from its end, and only as far as the proxies are
 * ours. What a client wrote in front of that is never reached.
 *
 * @param peer the address that the connection comes from.
 * @param forwardedFor the X-Forwarded-For header, if any.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trust: TrustProxy): string {
  const seen = [...(forwardedFor?.split(',') ?? []), peer].map((text) => normalise(text.trim()));
  let index = seen.length - 1;
  for (
    let hops = 0;
    index > 0 && isTrusted(seen[index] ?? null, hops, trust) && seen[index - 1] !== null;
    hops++
  )
    index--;
  return seen[index] ?? normalise(peer) ?? '0.0.0.0';
}

function isTrusted(address: string | null, hops: number, trust: TrustProxy): boolean {
  if ('hops' in trust) return hops < trust.hops;
  if (address === null) return false;
  const parsed = ipaddr.process(address);
  return trust.networks.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match([base, bits]));
}

function normalise(text: string): string | null {
  // Nearly all of them are plain, and the library reads each three times.
  if (isIPv4(text)) return text;
  const bare = text
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null;
}
