import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './is-public-address.ts';

describe('an address that no postback reaches', () => {
  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback beyond the first', '127.8.9.1'],
    ['loopback of IPv6', '::1'],
    ['every address', '0.0.0.0'],
    ['every address of IPv6', '::'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['link-local, where clouds keep their metadata', '169.254.169.254'],
    ['metadata within carrier-grade NAT', '100.100.100.200'],
    ['the host of a cloud', '168.63.129.16'],
    ['this network', '0.1.2.3'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.7'],
    ['documentation', '203.0.113.9'],
    ['benchmarks', '198.18.0.1'],
    ['protocol assignments', '192.0.0.8'],
    ['6to4 relays', '192.88.99.1'],
    ['IPv4 mapped', '::ffff:127.0.0.1'],
    ['IPv4 mapped, in hex', '::ffff:7f00:1'],
    ['IPv4 mapped, private', '::ffff:10.0.0.1'],
    ['IPv4 mapped, metadata', '::ffff:a9fe:a9fe'],
    ['IPv4 compatible', '::127.0.0.1'],
    ['IPv4 compatible, in hex', '::7f00:1'],
    ['IPv4 compatible, private', '::a00:1'],
    ['IPv4 translated', '::ffff:0:127.0.0.1'],
    ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
    ['NAT64 of private', '64:ff9b::a00:1'],
    ['NAT64 of metadata', '64:ff9b::a9fe:a9fe'],
    ['NAT64 of a local prefix', '64:ff9b:1::a00:1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['6to4 of private', '2002:a00:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['unique local', 'fd00::1'],
    ['unique local, metadata of a cloud', 'fd00:ec2::254'],
    ['link-local of IPv6', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast of IPv6', 'ff02::1'],
    ['documentation of IPv6', '2001:db8::1'],
    ['documentation of IPv6', '3fff::1'],
    ['discard', '100::1'],
    ['not given out', '4000::1'],
    ['no address', 'example.com'],
    ['nothing', ''],
  ])('%s: %s', (_name, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('an address of the public internet', () => {
  test.each([
    ['8.8.8.8'],
    ['172.15.255.255'],
    ['172.32.0.0'],
    ['100.63.255.255'],
    ['100.128.0.0'],
    ['223.255.255.255'],
    ['2606:4700::1111'],
    ['2a00:1450:4001::5e'],
    ['::ffff:8.8.8.8'],
    ['64:ff9b::8.8.8.8'],
  ])('%s is reached', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

test.each([['127.0.0.1'], ['127.9.9.9'], ['::1'], ['::ffff:127.0.0.1']])(
  '%s is reached where loopback is allowed',
  (address) => {
    expect(isPublicAddress(address, { allowLoopback: true })).toBe(true);
  },
);

test.each([['10.0.0.1'], ['169.254.169.254'], ['0.0.0.0'], ['::'], ['::7f00:1'], ['fd00::1']])(
  '%s is not reached even where loopback is allowed',
  (address) => {
    expect(isPublicAddress(address, { allowLoopback: true })).toBe(false);
  },
);
