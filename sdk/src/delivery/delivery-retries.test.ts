import { beforeEach, expect, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { repeated, trackAndFlush } from '../testing/drive-delivery.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';
import { SESSION_MS } from './session.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

test.each([
  ['a server error', { status: 500 }],
  ['a request timeout', { status: 408 }],
  ['a rate limit', { status: 429 }],
  ['a captive portal that answers 200 with a page', { status: 200, body: '<html>log in</html>' }],
])('%s is retried after 1, 2, 4 and 8 seconds, then left for a later session', async (_name, answer) => {
  service.next.ingest = repeated(5, answer);
  const client = await trackAndFlush(device);
  expect(device.pauses).toEqual([1000, 2000, 4000, 8000]);
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(5);

  await client.close();
  const later = device.start();
  await later.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test.each<
  [string, (client: ReturnType<Device['start']>) => void, (client: ReturnType<Device['start']>) => void]
>([
  ['the user objects', (client) => void client.disableTracking(), (client) => void client.enableTracking()],
  ['the Wi-Fi ends', () => (device.network = 'cellular'), () => (device.network = 'wifi')],
  ['the battery is nearly empty', () => (device.batteryPercent = 10), () => (device.batteryPercent = 90)],
])('if %s during an attempt, there is no other until that changes', async (_name, stop, goOn) => {
  const client = device.start();
  service.refuse = () => {
    stop(client);
    return { status: 500 };
  };
  client.trackEvent('event_1');
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(1);
  service.refuse = () => undefined;
  goOn(client);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('each attempt is signed again with its own time', async () => {
  service.next.ingest = repeated(2, { status: 503 });
  await trackAndFlush(device);
  const sent = service.ingestRequests().map(({ events }) => events[0]);
  expect(sent.map((event) => Number(event?.sent_at) - Number(event?.timestamp))).toEqual([0, 1000, 3000]);
  expect(sent.map((event) => event?.age_ms)).toEqual([0, 1000, 3000]);
  expect(new Set(sent.map((event) => event?.event_id)).size).toBe(1);
  expect(service.accepted.size).toBe(1);
});

test('maxRetryAttempts limits the number of sends', async () => {
  service.next.ingest = repeated(9, { status: 500 });
  await trackAndFlush(device, 1, { maxRetryAttempts: 2 });
  expect(service.ingestRequests()).toHaveLength(2);
});

test.each([400, 401, 403, 404, 405, 422])('a %s is not retried before a later session', async (status) => {
  service.next.ingest = [{ status }];
  const client = await trackAndFlush(device);
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(1);
  expect(device.pauses).toEqual([]);
  await client.close();
  await device.start().flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('a running app starts a new session when the current one is over', async () => {
  service.next.ingest = [{ status: 400 }];
  const client = await trackAndFlush(device);
  device.advance(SESSION_MS - 1);
  await client.flush();
  expect(service.acceptedNames()).toEqual([]);
  device.advance(1);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
  expect(service.requestsTo('resolve-key')).toHaveLength(2);
});

test('a short Retry-After is waited out', async () => {
  service.next.ingest = [{ status: 429, headers: { 'retry-after': '5' } }];
  await trackAndFlush(device);
  expect(device.pauses).toEqual([5000]);
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('a long Retry-After ends the flush, and nothing is sent before it has passed', async () => {
  service.next.ingest = [{ status: 429, headers: { 'retry-after': '60' } }];
  const client = await trackAndFlush(device);
  device.advance(59_999);
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(1);
  device.advance(1);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('a Retry-After that lies years ahead of a wrong clock holds events for a session only', async () => {
  const date = new Date(device.now).toUTCString();
  device.now -= 5 * 365 * 86_400_000;
  service.next.ingest = [{ status: 503, headers: { 'retry-after': date } }];
  const client = await trackAndFlush(device);
  device.advance(SESSION_MS - 1);
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(1);
  device.advance(1);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('no answer at all is retried like a server error', async () => {
  const client = device.start();
  await client.flush();
  await service[Symbol.asyncDispose]();
  client.trackEvent('open');
  await client.flush();
  expect(device.pauses).toEqual([1000, 2000, 4000, 8000]);
});

test('closing ends the pause between retries, and the event stays queued', async () => {
  service.next.ingest = repeated(5, { status: 500 });
  const client = device.start();
  client.trackEvent('open');
  const flushed = client.flush();
  await client.close();
  await flushed;
  expect(service.ingestRequests().length).toBeLessThan(5);
  service.next.ingest = [];
  await device.start().flush();
  expect(service.acceptedNames()).toEqual(['open']);
});
