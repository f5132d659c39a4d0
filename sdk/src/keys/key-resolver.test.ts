import { beforeEach, describe, expect, test } from 'vitest';
import { SESSION_MS } from '../delivery/session.ts';
import { queueName } from '../storage/queue-name.ts';
import type { Device } from '../testing/controlled-device.ts';
import { trackAndFlush } from '../testing/drive-delivery.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY, type Service } from '../testing/start-service.ts';

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

test('in the next session, a refused key is no longer used to sign', async () => {
  const client = device.start();
  await client.flush();
  device.advance(SESSION_MS);
  service.next['resolve-key'] = [{ status: 401 }];
  await client.flush();
  await expect.poll(() => device.log).toContainEqual(expect.stringMatching(/no key: 401/));
  client.trackEvent('open');
  await client.flush();
  expect(service.ingestRequests()).toEqual([]);
});

/** Runs a first client, which stores its key. */
async function resolveOnce(): Promise<void> {
  const first = device.start();
  await first.flush();
  await first.close();
}

describe('the stored key', () => {
  test.each([
    ['limited', { status: 429, headers: { 'retry-after': '60' } }],
    ['failing', { status: 500 }],
    ['forbidden by a proxy', { status: 403 }],
    ['unreachable', { status: 200, hangs: true }],
  ])('is used at once at the next start while key resolution is %s', async (_name, answer) => {
    service.config = { batch_size: 2, overridden: ['batch_size'] };
    await resolveOnce();
    service.next['resolve-key'] = [answer];
    await trackAndFlush(device, 3, { batchSize: 50 });
    expect(service.acceptedNames()).toEqual(['event_1', 'event_2', 'event_3']);
    expect(service.ingestRequests().map(({ events }) => events.length)).toContain(2);
    await expect.poll(() => service.requestsTo('resolve-key').length).toBe(2);
  });

  test('is forgotten after a 401', async () => {
    await resolveOnce();
    service.next['resolve-key'] = [{ status: 401 }, { status: 500 }];
    const second = device.start();
    await second.flush();
    await expect.poll(() => device.log).toContainEqual(expect.stringMatching(/no key: 401/));
    await second.close();
    await trackAndFlush(device);
    expect(service.ingestRequests()).toEqual([]);
  });

  test('gives way to the one resolved beside it, and what the old one was refused for is sent', async () => {
    await resolveOnce();
    service.secret = 'another secret';
    const client = device.start();
    client.trackEvent('open');
    await client.flush();
    await expect.poll(() => service.acceptedNames()).toEqual(['open']);
    await client.close();
    service.next['resolve-key'] = [{ status: 500 }];
    await trackAndFlush(device);
    expect(service.acceptedNames()).toEqual(['open', 'event_1']);
  });

  test('whose signatures are refused is not used at the next start', async () => {
    await resolveOnce();
    service.judge = () => ({ status: 'rejected', code: 'AUTH_ERROR' });
    await (await trackAndFlush(device)).close();
    service.next['resolve-key'] = [{ status: 500 }];
    const sent = service.ingestRequests().length;
    await device.start().flush();
    expect(service.ingestRequests()).toHaveLength(sent);
  });

  test('that is damaged is resolved again', async () => {
    await resolveOnce();
    await device.platform().storage.values.set(`${queueName(API_KEY)}.key`, '{"customer_id":"c","app_id":');
    await trackAndFlush(device);
    expect(service.acceptedNames()).toEqual(['event_1']);
  });

  test('keeps the settings when the service cannot read them', async () => {
    service.config = { batch_size: 2, overridden: ['batch_size'] };
    await resolveOnce();
    const key = { customer_id: 'c', app_id: 'a', sdk_secret: service.secret };
    service.next['resolve-key'] = [{ status: 200, body: JSON.stringify(key) }, { status: 500 }];
    await resolveOnce();
    device.network = 'none';
    const client = await trackAndFlush(device, 3);
    device.network = 'wifi';
    await client.flush();
    expect(service.ingestRequests().map(({ events }) => events.length)).toEqual([2, 1]);
  });
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

test('the key is resolved for this installation, which the install names too', async () => {
  const client = await trackAndFlush(device);
  const [request] = service.requestsTo('resolve-key');
  const query = new URLSearchParams(request?.path.split('?')[1]);
  expect([...query]).toEqual([['installation_id', await client.installationId()]]);
});
