import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { clientAddress } from './client-address.ts';

const trust = (text: string) => readConfig({ TRUST_PROXY: text }).trustProxy;

describe('the client address', () => {
  it.each([
    ['nobody trusted: the peer', '0', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['one proxy: the address it appended', '1', '10.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['two proxies', '2', '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', '1.1.1.1'],
    ['more proxies trusted than there are', '3', '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['no header', '1', '10.0.0.1', undefined, '10.0.0.1'],
    [
      'networks: walks back while the address is a proxy',
      '10.0.0.0/8',
      '10.0.0.1',
      '6.6.6.6, 1.1.1.1, 10.9.9.9',
      '1.1.1.1',
    ],
    ['networks: a peer that is no proxy is believed itself', '10.0.0.0/8', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['rubbish in the header is not gone past', '1', '10.0.0.1', 'nonsense', '10.0.0.1'],
    ['IPv4 inside IPv6', '0', '::ffff:9.9.9.9', undefined, '9.9.9.9'],
    ['an address with its port', '1', '10.0.0.1', '1.1.1.1:4711', '1.1.1.1'],
    ['IPv6 in brackets', '1', '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['one spelling of IPv6', '1', '::1', '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ])('%s', (_name, proxies, peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, trust(proxies))).toBe(expected);
  });
});
