import ipaddr from 'ipaddr.js';

/** Networks that many unrelated devices share, or that are nobody's in particular: private and carrier-grade NAT. */
const SHARED_RANGES = new Set([
  'private',
  'carrierGradeNat',
  'loopback',
  'linkLocal',
  'uniqueLocal',
  'unspecified',
]);

/** True for a masked network that says nothing about a device. @param network CIDR text. */
export function isSharedNetwork(network: string): boolean {
  const [address] = ipaddr.parseCIDR(network);
  return SHARED_RANGES.has(address.range());
}
