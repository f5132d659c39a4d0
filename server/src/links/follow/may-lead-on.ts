import type { KnownDomain } from '../domains/hosts/known-domain.ts';
import type { LinkHosts } from '../domains/hosts/link-hosts.ts';
import { findAndroidUrlProblem } from '../target-url.ts';

/**
 * Whether an old service may lead visitors of a domain to a URL: anywhere that a link may, but not to a domain that asks
 * an old service itself, since that one could lead them back.
 */
export async function mayLeadOn(hosts: LinkHosts, url: string, domain: KnownDomain): Promise<boolean> {
  if (findAndroidUrlProblem(url) !== null) return false;
  if (!/^https?:/i.test(url)) return true;
  const { host, hostname } = new URL(url);
  if (hostname === domain.host) return false;
  return hosts.isOwn(host) || (await hosts.find(host))?.fallbackResolver == null;
}
