import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY, type Service, startService } from '../testing/start-service.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

test('an event is sent signed, compressed and with device details, and is accepted', async () => {
  const client = device.start();
  client.trackEvent('purchase', { revenue: 49.9, currency: 'NGN', sku: 'a-1' });
  await client.flush();
  const [request] = service.ingestRequests();
  expect(request?.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
  const [event] = [...service.accepted.values()];
  expect(event).toMatchObject({
    event_type: 'purchase',
    customer_id: 'c',
    app_id: 'a',
    revenue: 49.9,
    currency: 'NGN',
    event_properties: { sku: 'a-1' },
    sdk_version: 'tributary-ts/1.0.0',
    os_name: 'TestOS',
    gaid: 'gaid-1',
    timestamp: device.now,
    sent_at: device.now,
    age_ms: 0,
  });
  expect(event?.event_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(event?.installation_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
});

test('the key is resolved once, and its header goes to no other endpoint', async () => {
  const client = device.start();
  client.trackEvent('open');
  await client.flush();
  client.trackEvent('open');
  await client.flush();
  expect(service.requestsTo('resolve-key').map(({ headers }) => headers['x-service-api-key'])).toEqual([
    API_KEY,
  ]);
  expect(service.ingestRequests().some(({ headers }) => 'x-service-api-key' in headers)).toBe(false);
});

test('a second init does nothing', async () => {
  const client = device.start();
  client.init(device.platform(), 'svc_other', { ingestEndpoint: 'https://elsewhere.invalid' });
  client.trackEvent('open');
  await client.flush();
  expect(service.acceptedNames()).toEqual(['open']);
});

test.each([
  ['a blank key', '  ', {}],
  ['no endpoint', API_KEY, { ingestEndpoint: '' }],
  ['a plain http endpoint', API_KEY, { ingestEndpoint: 'http://t.example/v1/ingest' }],
])('%s leaves the client inactive and logs an error', (_name, key, config) => {
  const client = device.start(config, key);
  expect(client.isInitialised()).toBe(false);
  expect(() => client.trackEvent('open')).toThrow(expect.objectContaining({ name: 'IllegalStateException' }));
  expect(device.log).toEqual([expect.stringMatching(/^ERROR inactive/)]);
});

test('after a blank key, init with a good one works', async () => {
  const client = device.start({}, '');
  client.init(device.platform(), API_KEY, { ingestEndpoint: service.url });
  expect(client.isInitialised()).toBe(true);
  await client.close();
});

test('identify is sent as a custom event, and later events carry the user id, even after a restart', async () => {
  const client = device.start();
  client.trackEvent('open');
  client.identify('u-1', { plan: 'gold', revenue: 3 });
  client.trackEvent('level_up', { custom_event_name: 'other' });
  await client.flush();
  await client.close();
  const again = device.start();
  again.trackEvent('session_start');
  await again.flush();
  expect(
    [...service.accepted.values()].map((event) => [event.event_type, event.custom_event_name, event.user_id]),
  ).toEqual([
    ['open', undefined, undefined],
    ['custom', 'identify', 'u-1'],
    ['custom', 'level_up', 'u-1'],
    ['session_start', undefined, 'u-1'],
  ]);
  const identify = [...service.accepted.values()][1];
  expect(identify).toMatchObject({ event_properties: { plan: 'gold', revenue: 3 } });
  expect(identify).not.toHaveProperty('revenue');
});

test('an ingest endpoint from the service replaces the configured one', async () => {
  const other = await startService();
  onTestFinished(() => other[Symbol.asyncDispose]());
  service.config = { ingest_endpoint: `${other.url}/v1/ingest` };
  const client = device.start();
  client.trackEvent('open');
  await client.flush();
  expect(other.acceptedNames()).toEqual(['open']);
  expect(service.ingestRequests()).toEqual([]);
});

test('an ingest endpoint from the service is ignored if it is not https', async () => {
  service.config = { ingest_endpoint: 'http://t.example/v1/ingest' };
  const client = device.start();
  client.trackEvent('open');
  await client.flush();
  expect(service.acceptedNames()).toEqual(['open']);
});

test('the advertising id is never read if the app has disabled it', async () => {
  const client = device.start({ collectAdvertisingId: false });
  client.trackEvent('open');
  await client.flush();
  expect(device.advertisingIdReads).toBe(0);
  expect([...service.accepted.values()][0]).not.toHaveProperty('gaid');
});

test('the push token is sent with one event, the integrity token with all later ones', async () => {
  const client = device.start();
  await client.setPushToken('push-1');
  client.setIntegrityToken('ok-1');
  client.trackEvent('install');
  client.trackEvent('open');
  await client.flush();
  expect([...service.accepted.values()].map((event) => [event.push_token, event.integrity_token])).toEqual([
    ['push-1', 'ok-1'],
    [undefined, 'ok-1'],
  ]);
});

test('a deep link with a click id records a re-engagement and returns the path', async () => {
  const client = device.start();
  const click = '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22';
  expect(client.handleDeepLink(`https://a.example/x?service_click_id=${click}&service_path=%2Fpromo`)).toBe(
    '/promo',
  );
  expect(client.handleDeepLink('https://a.example/x?service_path=/other')).toBe('/other');
  expect(client.handleDeepLink('https://a.example/x')).toBeNull();
  await client.flush();
  expect([...service.accepted.values()]).toMatchObject([{ event_type: 're_engagement', click_id: click }]);
});

test('a property that is not JSON is dropped alone, which is said once at every level and counted', async () => {
  const client = device.start({ logLevel: 'NONE' });
  for (let at = 0; at < 2; at++)
    client.trackEvent('purchase', { revenue: 9.5, currency: 'usd', order: 1n, sku: 'a' });
  client.trackEvent('refused', { revenue: '12,50' as never, channel: 'x'.repeat(20) });
  client.screen('cart', {
    get total() {
      throw new Error('no');
    },
    size: 2,
  });
  client.setProperties({ plan: () => 'gold', theme: 'dark' });
  client.identify('u-1', { age: 1n, city: 'b' });
  await client.flush();
  const money = { revenue: 9.5, currency: 'USD', event_properties: { sku: 'a' } };
  expect([...service.accepted.values()]).toMatchObject([
    money,
    money,
    { event_properties: { revenue: '12,50', channel: 'x'.repeat(20) } },
    { event_properties: { size: 2, name: 'cart' } },
    { event_properties: { city: 'b' } },
  ]);
  const names = ['order', 'revenue', 'channel', 'total', 'plan', 'age'];
  expect(device.log.map((line) => /^ERROR \w+: (\w+) is invalid$/.exec(line)?.[1])).toEqual(names);
  const { droppedProperties } = await client.stats();
  expect(droppedProperties).toEqual({ order: 2, revenue: 1, channel: 1, total: 1, plan: 1, age: 1 });
});

test('of the names of dropped properties 50 are counted', async () => {
  const client = device.start({ logLevel: 'NONE' });
  for (let at = 0; at < 60; at++) client.trackEvent('open', { [`p${at}`]: 1n });
  client.trackEvent('open', { p0: 1n });
  const { droppedProperties } = await client.stats();
  expect(Object.keys(droppedProperties)).toHaveLength(50);
  expect(droppedProperties.p0).toBe(2);
  expect(device.log).toHaveLength(50);
});

test('events are sent in the order of the calls', async () => {
  const client = device.start({ batchSize: 7 });
  const names = Array.from({ length: 40 }, (_, at) => `step_${at}`);
  for (const name of names) client.trackEvent(name);
  await client.flush();
  expect(service.acceptedNames()).toEqual(names);
});
