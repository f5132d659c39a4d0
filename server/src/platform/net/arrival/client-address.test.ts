import { describe, expect, test } from 'vitest';
import { cpuTime } from '../../../testing/costs/cpu-time.ts';
import { readConfig } from '../../settings/config.ts';
import { clientAddress } from './client-address.ts';

/** `10.0.0.1, 10.0.0.2, …`: longer than any chain of proxies. */
const chain = (length: number) => Array.from({ length }, (_, n) => `10.0.0.${n + 1}`).join(', ');

const trust = (text: string) => readConfig({ TRUST_PROXY: text }).trustProxy;

describe('the client address', () => {
  test.each([
    ['no one trusted: the peer', '0', '9.9.9.9', '1.1.1.1', '9.9.9.9'],
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
    ['an empty entry is not gone past', '2', '10.0.0.1', '1.1.1.1,,', '10.0.0.1'],
    ['an entry of 64 characters', '1', '10.0.0.1', `fe80::1%${'z'.repeat(56)}`, 'fe80::1'],
    ['an entry of 65 characters is no address', '1', '10.0.0.1', `fe80::1%${'z'.repeat(57)}`, '10.0.0.1'],
    [
      'one of 65 before the last is not gone past',
      '2',
      '10.0.0.1',
      `${' '.repeat(58)}9.9.9.9,1.1.1.1`,
      '1.1.1.1',
    ],
    ['networks: at most as many proxies as are plausible', '10.0.0.0/8', '10.0.0.1', chain(40), '10.0.0.9'],
  ])('%s', (_name, proxies, peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, trust(proxies))).toBe(expected);
  });

  test.each([
    ['commas', ','.repeat(15_000)],
    ['addresses of proxies', '10.0.0.1,'.repeat(1600)],
    ['addresses with ports', '10.0.0.1:4711,'.repeat(1100)],
    ['one endless entry', '1'.repeat(15_000)],
  ])('of a header full of %s takes no longer than that of a short one', (_what, header) => {
    for (const proxies of ['0', '1', '99', '10.0.0.0/8']) {
      const taken = cpuTime(() => {
        for (let i = 0; i < 200; i++) clientAddress('10.0.0.1', header, trust(proxies));
      });
      expect(taken).toBeLessThan(1000);
    }
  });
});
