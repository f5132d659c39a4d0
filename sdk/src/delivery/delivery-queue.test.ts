import { beforeEach, expect, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { trackAndFlush } from '../testing/drive-delivery.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

test('a full queue drops the oldest events', async () => {
  device.network = 'none';
  const client = await trackAndFlush(device, 12, { maxOfflineQueueSize: 5 });
  device.network = 'wifi';
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_8', 'event_9', 'event_10', 'event_11', 'event_12']);
});

test('two clients on one storage share the queue, and only one sends at a time', async () => {
  device.network = 'none';
  const first = await trackAndFlush(device, 60);
  const second = device.start();
  second.trackEvent('from_the_second');
  await second.flush();
  device.network = 'wifi';
  await Promise.all([first.flush(), second.flush()]);
  expect(service.accepted.size).toBe(61);
  expect(service.ingestRequests().flatMap(({ events }) => events)).toHaveLength(61);
});
