import ipaddr from 'ipaddr.js';

/** Where IPv6 addresses of the public internet are given out. All others are special, also those that look plain. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** IPv6-only networks reach IPv4 through these (NAT64): the last 32 bits are the address that is reached. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

/** Not private by its number, and yet a machine's own host answers there with secrets, in one large cloud. */
const CLOUD_HOST = '168.63.129.16';

/**
 * Whether an address is one of the public internet: not loopback, private, link-local, shared, reserved, multicast or a
 * cloud's metadata, in whatever IPv6 form it comes.
 *
 * @param options.allowLoopback lets loopback addresses pass, for development.
 */
export function isPublicAddress(address: string, { allowLoopback = false } = {}): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = reached(ipaddr.process(address));
  if (parsed.range() === 'loopback') return allowLoopback;
  if (parsed.range() !== 'unicast' || parsed.toString() === CLOUD_HOST) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

function reached(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4 || !address.match(NAT64)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
