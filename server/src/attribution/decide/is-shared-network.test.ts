import { expect, test } from 'vitest';
import { isSharedNetwork } from './is-shared-network.ts';

test.each([
  // As Apple lists them.
  ['172.225.121.0/24', true],
  ['172.226.10.0/24', true],
  ['104.28.51.0/24', true],
  ['140.248.40.0/24', true],
  ['146.75.168.0/24', true],
  ['2a02:26f7:e2c0::/48', true],
  ['2606:54c0:4120::/48', true],
  ['2606:54c3::/48', true],
  ['2a09:bac2:4120::/48', true],
  ['2a09:bac3:4120::/48', true],
  ['2a04:4e41:1301::/48', true],
  // Beside them.
  ['172.223.255.0/24', false],
  ['172.228.0.0/24', false],
  ['104.27.255.0/24', false],
  ['146.75.127.0/24', false],
  ['2a02:26f8::/48', false],
  ['2606:54c4::/48', false],
  ['2a09:bac4::/48', false],
  // As before.
  ['10.1.2.0/24', true],
  ['100.64.1.0/24', true],
  ['41.90.64.0/24', false],
])('%s is shared by strangers: %s', (network, expected) => {
  expect(isSharedNetwork(network)).toBe(expected);
});
