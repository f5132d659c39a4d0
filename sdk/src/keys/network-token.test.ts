import { expect, test } from 'vitest';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';

const tokens = (service: Service) =>
  [...service.accepted.values()].map(({ event_type, network_token }) => [event_type, network_token]);

test('the network token of the key is signed into the install, and into nothing else', async () => {
  const { service, device } = await setUpDevice();
  service.networkToken = 'sealed';
  const client = device.start();
  client.trackEvent('open');
  client.trackEvent('install');
  await client.flush();
  expect(tokens(service)).toEqual([
    ['open', undefined],
    ['install', 'sealed'],
  ]);
});

test('an install that waits is sent with that of the first start', async () => {
  const { service, device } = await setUpDevice();
  service.networkToken = 'of the first start';
  device.network = 'cellular';
  const client = device.start();
  await client.trackEvent('install');
  await client.flush();
  await client.close();
  service.networkToken = 'of the second';
  device.network = 'wifi';
  await device.start().flush();
  expect(tokens(service)).toEqual([['install', 'of the first start']]);
});

test('without one, an install has none', async () => {
  const { service, device } = await setUpDevice();
  const client = device.start();
  client.trackEvent('install');
  await client.flush();
  expect([...service.accepted.values()][0]).not.toHaveProperty('network_token');
});
