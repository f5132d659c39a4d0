import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** One key per client: a household or a phone has a whole IPv6 /64. */
export function addressKey(address: string): string {
  return address.includes(':') && isIPv6(address)
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()
    : address;
}
