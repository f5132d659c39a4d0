import { beforeEach, expect, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { trackAndFlush, untilReceived } from '../testing/drive-delivery.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

test.each([
  ['without a network', { network: 'none' as const }],
  ['on a mobile network', { network: 'cellular' as const }],
  ['with a low battery', { batteryPercent: 14 }],
])('%s, events stay on disk and are sent once that changes', async (_name, state) => {
  Object.assign(device, state);
  const client = await trackAndFlush(device);
  expect(service.ingestRequests()).toEqual([]);
  Object.assign(device, { network: 'wifi', batteryPercent: 100 });
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('a full batch is sent without an explicit flush', async () => {
  const client = device.start({ batchSize: 3 });
  await client.flush();
  const accepted = untilReceived(service, 3);
  for (const name of ['one', 'two']) await client.trackEvent(name);
  expect(service.ingestRequests()).toEqual([]);
  await client.trackEvent('three');
  await accepted;
  expect(service.acceptedNames()).toEqual(['one', 'two', 'three']);
});

test('the interval sends what is queued, as often as the service says', async () => {
  service.config = { flush_interval_ms: 7000 };
  const client = device.start({ flushIntervalMs: 60_000 });
  await client.flush();
  await expect.poll(() => [...device.intervals.values()]).toEqual([7000]);
  await client.trackEvent('open');
  const accepted = untilReceived(service, 1);
  device.tick();
  await accepted;
  await expect.poll(() => [...device.intervals.values()]).toEqual([7000]);
});

test('going to the background sends what is queued', async () => {
  const client = device.start();
  await client.flush();
  await client.trackEvent('open');
  const accepted = untilReceived(service, 1);
  device.background();
  await accepted;
});

test('each time that the app goes to the background, what was tracked since the last time is sent', async () => {
  const client = device.start();
  await client.flush();
  for (const count of [1, 2, 3]) {
    await client.trackEvent(`event_${count}`);
    device.background();
    await expect.poll(() => service.accepted.size).toBe(count);
    device.foreground();
  }
  expect(service.ingestRequests()).toHaveLength(3);
});

test('events left by an earlier session are sent at the start', async () => {
  device.network = 'none';
  await (await trackAndFlush(device, 3)).close();
  device.network = 'wifi';
  const accepted = untilReceived(service, 3);
  device.start();
  await accepted;
});

test('events tracked during a flush are sent by the flush requested after them', async () => {
  const client = device.start();
  client.trackEvent('first');
  const going = client.flush();
  client.trackEvent('second');
  await Promise.all([going, client.flush()]);
  expect(service.acceptedNames()).toEqual(['first', 'second']);
});
