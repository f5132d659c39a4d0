import { beforeEach, expect, test } from 'vitest';
import { SESSION_MS } from '../flush/session.ts';
import type { Device } from '../testing/controlled-device.ts';
import { trackAndFlush } from '../testing/drive-delivery.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

test('after a bad signature, sending waits for the key of the next session', async () => {
  const client = device.start();
  await client.flush();
  service.secret = 'another secret';
  client.trackEvent('open');
  await client.flush();
  client.trackEvent('session_start');
  await client.flush();
  expect(service.ingestRequests()).toHaveLength(1);
  device.advance(SESSION_MS);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['open', 'session_start']);
});

test('a key that cannot be resolved is requested again, with growing pauses', async () => {
  service.next['resolve-key'] = [{ status: 500 }, { status: 200, body: 'no key' }];
  const client = await trackAndFlush(device);
  await client.flush();
  expect(service.requestsTo('resolve-key')).toHaveLength(1);
  device.advance(1000);
  await client.flush();
  device.advance(1999);
  await client.flush();
  expect(service.requestsTo('resolve-key')).toHaveLength(2);
  expect(service.ingestRequests()).toEqual([]);
  device.advance(1);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test('a refused key is not requested again in the same session, and the events wait', async () => {
  service.next['resolve-key'] = [{ status: 401 }];
  const client = await trackAndFlush(device);
  device.advance(600_000);
  await client.flush();
  expect(service.requests).toHaveLength(1);
  await client.close();
  await device.start().flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});

test.each([
  ['a refused key is no longer used to sign', 401, []],
  ['the known key is still used while key resolution is unavailable', 503, ['open']],
])('in the next session, %s', async (_name, status, sent) => {
  const client = device.start();
  await client.flush();
  device.advance(SESSION_MS);
  service.next['resolve-key'] = [{ status }];
  client.trackEvent('open');
  await client.flush();
  expect(service.requestsTo('resolve-key')).toHaveLength(2);
  expect(service.acceptedNames()).toEqual(sent);
});

test('a rate limit on key resolution is respected', async () => {
  service.next['resolve-key'] = [{ status: 429, headers: { 'retry-after': '60' } }];
  const client = await trackAndFlush(device);
  device.advance(59_999);
  await client.flush();
  expect(service.requests).toHaveLength(1);
  device.advance(1);
  await client.flush();
  expect(service.acceptedNames()).toEqual(['event_1']);
});
