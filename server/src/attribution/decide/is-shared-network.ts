import ipaddr from 'ipaddr.js';
import { isRelayAddress } from './relay-networks.ts';

/** Networks shared by many unrelated devices: private ranges and carrier-grade NAT; also relays. */
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
  // Knowing the kind spares the library trying the other one first.
  const [address] = network.includes(':') ? ipaddr.IPv6.parseCIDR(network) : ipaddr.IPv4.parseCIDR(network);
  return SHARED_RANGES.has(address.range()) || isRelayAddress(address);
}
