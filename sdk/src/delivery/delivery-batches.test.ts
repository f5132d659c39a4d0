import { beforeEach, expect, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { readDeadLetters, trackAndFlush } from '../testing/drive-delivery.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';
import { MAX_BODY_BYTES } from '../wire/limits.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

test('a batch holds at most batchSize events', async () => {
  await trackAndFlush(device, 25, { batchSize: 10 });
  const sizes = service.ingestRequests().map(({ events }) => events.length);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(25);
  expect(Math.max(...sizes)).toBe(10);
});

test('a batch holds at most as many events as the account has set, also while an earlier one is retried', async () => {
  service.config = { batch_size: 3, overridden: ['batch_size'] };
  device.network = 'none';
  const client = await trackAndFlush(device, 8, { batchSize: 7 });
  device.network = 'wifi';
  service.next.ingest = [{ status: 500 }];
  await client.flush();
  await client.flush();
  expect(service.ingestRequests().map(({ events }) => events.length)).toEqual([3, 3, 3, 2]);
});

test('a batch stays within the size limit, before and after compression', async () => {
  device.network = 'none';
  const client = device.start();
  for (let at = 0; at < 20; at++) client.trackEvent('big', { text: '\u20ac'.repeat(9000), at });
  await client.flush();
  device.network = 'wifi';
  await client.flush();
  const sizes = service.ingestRequests().map(({ events }) => events.length);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(20);
  expect(sizes[0]).toBe(9);
  for (const { raw, events } of service.ingestRequests()) {
    expect(Buffer.byteLength(JSON.stringify({ events }))).toBeLessThanOrEqual(MAX_BODY_BYTES);
    expect(raw.length).toBeLessThanOrEqual(MAX_BODY_BYTES);
  }
});

test('an event too large for any request becomes a dead letter, and the others are sent', async () => {
  device.network = 'none';
  const client = device.start();
  client.trackEvent('before');
  client.trackEvent('huge', { text: 'x'.repeat(MAX_BODY_BYTES) });
  client.trackEvent('after');
  await client.flush();
  device.network = 'wifi';
  await client.flush();
  expect(service.acceptedNames()).toEqual(['before', 'after']);
  expect(device.log.filter((line) => /ERROR event .* is a dead letter/.test(line))).toHaveLength(1);
  expect(await readDeadLetters(device)).toMatchObject([{ reason: 'too large' }]);
});

test('after a 413, later sessions send half as many at a time until the queue is empty', async () => {
  device.network = 'none';
  const client = await trackAndFlush(device, 8);
  device.network = 'wifi';
  service.next.ingest = [{ status: 413 }];
  await client.flush();
  await client.flush();
  expect(service.ingestRequests().map(({ events }) => events.length)).toEqual([8]);

  await client.close();
  const later = device.start();
  await later.flush();
  expect(service.ingestRequests().map(({ events }) => events.length)).toEqual([8, 4, 4]);
  expect(service.accepted.size).toBe(8);

  await later.close();
  device.network = 'none';
  await trackAndFlush(device, 6);
  device.network = 'wifi';
  await device.start().flush();
  expect(service.ingestRequests().at(-1)?.events).toHaveLength(6);
});

test('a single event answered with 413 becomes a dead letter', async () => {
  service.next.ingest = [{ status: 413 }];
  const client = await trackAndFlush(device, 1);
  await client.close();
  await device.start().flush();
  expect(service.ingestRequests()).toHaveLength(1);
  expect(await readDeadLetters(device)).toMatchObject([{ reason: expect.stringMatching(/^status 413/) }]);
});
