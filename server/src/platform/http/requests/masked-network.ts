import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network of an address, as CIDR text: all that is stored of the address. IPv4 loses its last 8 bits, IPv6 its last
 * 80; an IPv4-mapped IPv6 address counts as IPv4.
 *
 * @example maskedNetwork('203.0.113.77') // '203.0.113.0/24'
 */
export function maskedNetwork(address: string): string | undefined {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`)}/24`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/48`)}/48`;
}

/** The same network for an app in strict privacy mode: IPv4 loses its last 16 bits, IPv6 its last 96. */
export function widerNetwork<N extends string | null | undefined>(network: N): N {
  if (!network) return network;
  const [address = ''] = network.split('/');
  if (isIPv4(address)) return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/16`)}/16` as N;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/32`)}/32` as N;
}
