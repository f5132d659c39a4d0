import ipaddr from 'ipaddr.js';

/**
 * Where iCloud Private Relay comes out, by Apple's list of its egress addresses (mask-api.icloud.com), in the blocks that
 * its operators took them from: what else is in them belongs to content networks and their VPNs, not to homes or phones.
 */
const BLOCKS = [
  '172.224.0.0/14',
  '104.28.0.0/16',
  '140.248.0.0/16',
  '146.75.128.0/17',
  '2a02:26f7::/32',
  '2606:54c0::/30',
  '2a09:bac2::/31',
  '2a04:4e41::/32',
].map((block) => ipaddr.parseCIDR(block));

/** True for an address behind which are people of a whole region. */
export function isRelayAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return BLOCKS.some(([start, bits]) => start.kind() === address.kind() && address.match(start, bits));
}
