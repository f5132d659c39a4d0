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
  // Told which kind it is, the library need not try the other one first.
  const [address] = network.includes(':') ? ipaddr.IPv6.parseCIDR(network) : ipaddr.IPv4.parseCIDR(network);
  return SHARED_RANGES.has(address.range());
}
