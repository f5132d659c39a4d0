import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Platform } from '../platform/platform.ts';
import type { Device } from '../testing/controlled-device.ts';
import { type ControlledDisk, createControlledDisk } from '../testing/controlled-store.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY, type Service, startService } from '../testing/start-service.ts';
import { createClient } from './create-client.ts';
import type { TributaryClient } from './tributary-client.ts';

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

test('while tracking is disabled, nothing is recorded or sent, even after a restart', async () => {
  device.network = 'none';
  const client = device.start();
  client.trackEvent('open');
  await client.disableTracking();
  client.trackEvent('session_start');
  await client.close();

  device.network = 'wifi';
  const again = device.start();
  again.trackEvent('purchase');
  expect(again.handleDeepLink(`x://y?service_click_id=${service.requests.length}&service_path=/p`)).toBe(
    '/p',
  );
  await again.flush();
  expect(service.requests).toEqual([]);

  await again.enableTracking();
  again.trackEvent('session_end');
  await again.flush();
  expect(service.acceptedNames()).toEqual(['open', 'session_end']);
});

test('nothing is sent once tracking is disabled, although the lease was asked for before', async () => {
  const disk = createControlledDisk();
  const lease = Promise.withResolvers<boolean>();
  const asked = Promise.withResolvers<void>();
  const acquire = () => {
    asked.resolve();
    return lease.promise;
  };
  device.storage = { ...disk.storage(), openLease: async () => ({ acquire, release: async () => {} }) };
  const client = device.start();
  client.trackEvent('open');
  const flushed = client.flush();
  await asked.promise;
  await client.disableTracking();
  lease.resolve(true);
  await flushed;
  expect(service.ingestRequests()).toEqual([]);
});

describe('while it cannot be read what the user has chosen', () => {
  let disk: ControlledDisk;

  /** A start of an app whose storage does not work for a moment; what it does meanwhile. */
  async function startBlind(): Promise<TributaryClient<Platform>> {
    disk.mode = 'fails';
    const client = device.start({ batchSize: 2 });
    await client.identify('u-2');
    await client.trackEvent('open');
    await client.flush();
    device.background();
    disk.mode = 'works';
    device.advance(60_000);
    return client;
  }

  beforeEach(() => {
    disk = createControlledDisk();
    device.storage = disk.storage();
    disk.values.set('user-id', 'u-1');
  });

  test('nothing is sent or stored, and nothing afterwards if it was against tracking', async () => {
    disk.values.set('tracking-disabled', '1');
    const client = await startBlind();
    expect(service.requests).toEqual([]);
    await client.flush();
    await client.trackEvent('close');
    await client.flush();
    expect((await client.stats()).dropped).toEqual({ tracking_off: 3 });
    await client.close();
    expect(service.requests).toEqual([]);
    expect(Object.fromEntries(disk.values)).toEqual({ 'tracking-disabled': '1', 'user-id': 'u-1' });
    expect(disk.records.size).toBe(0);
  });

  test('all that was tracked goes out afterwards if it was not, once', async () => {
    disk.values.set('installation-id', '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22');
    const client = await startBlind();
    expect(service.requests).toEqual([]);
    await client.flush();
    await client.trackEvent('close');
    await client.flush();
    expect(service.acceptedNames()).toEqual(['identify', 'open', 'close']);
    const [first] = service.accepted.values();
    expect(first).toMatchObject({
      user_id: 'u-2',
      installation_id: '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22',
    });
    expect(await client.stats()).toMatchObject({ queued: 0, sent: 3, dropped: {} });
  });

  test('a client that is closed in time stores it after all', async () => {
    const client = await startBlind();
    await client.close();
    expect(service.requests).toEqual([]);
    expect(disk.records.size).toBe(2);
  });

  test('not more than a thousand events wait in memory', async () => {
    disk.mode = 'fails';
    const client = device.start();
    for (let n = 1; n <= 1003; n++) void client.trackEvent(`event-${n}`);
    await client.flush();
    expect((await client.stats()).dropped).toEqual({ memory_full: 3 });
    disk.mode = 'works';
    device.advance(60_000);
    await client.flush();
    expect(service.acceptedNames()).toHaveLength(1000);
    expect(service.acceptedNames()[0]).toBe('event-4');
  });
});

test('what a user has chosen in an earlier start is known before anything is stored', async () => {
  const disk = createControlledDisk();
  device.storage = disk.storage();
  disk.values.set('tracking-disabled', '1');
  const client = device.start();
  client.identify('u-1');
  void client.setPushToken('token');
  void client.trackEvent('open');
  await client.installationId();
  await client.flush();
  await client.close();
  expect([...disk.values.keys()]).toEqual(['tracking-disabled']);
});

test('tracking disabled before init applies to the first event', async () => {
  const client = createClient(() => device.platform());
  void client.disableTracking();
  client.init(undefined, API_KEY, { ingestEndpoint: service.url });
  await client.trackEvent('install');
  await client.flush();
  await client.close();
  expect(service.requests).toEqual([]);
});

test('the service can turn tracking off, including at the start of the next session', async () => {
  service.config = { tracking_enabled: false };
  const client = device.start();
  await client.flush();
  await client.trackEvent('open');
  await client.close();
  device.network = 'none';
  const again = device.start();
  await again.trackEvent('open');
  await again.close();
  device.network = 'wifi';
  service.config = { tracking_enabled: true };
  const third = device.start();
  await third.flush();
  await third.trackEvent('session_start');
  await third.flush();
  expect(service.acceptedNames()).toEqual(['session_start']);
});

test('an installation that is sampled out sends only install, purchase and identify', async () => {
  service.config = { sampling_rate: 0 };
  const client = device.start();
  await client.flush();
  for (const name of ['open', 'install', 'level_up', 'purchase', 'session_end']) client.trackEvent(name);
  client.identify('u-1');
  await client.flush();
  expect(service.acceptedNames()).toEqual(['install', 'purchase', 'identify']);
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

test('properties that are not JSON are dropped, but the event is sent', async () => {
  const client = device.start();
  client.trackEvent('open', { n: 10n });
  await client.flush();
  expect(service.acceptedNames()).toEqual(['open']);
});

test('events are sent in the order of the calls', async () => {
  const client = device.start({ batchSize: 7 });
  const names = Array.from({ length: 40 }, (_, at) => `step_${at}`);
  for (const name of names) client.trackEvent(name);
  await client.flush();
  expect(service.acceptedNames()).toEqual(names);
});

test('close stores what could not be stored before, although a storage that fails is given a pause', async () => {
  const disk = createControlledDisk();
  device.storage = disk.storage();
  const client = device.start();
  await client.stats();
  disk.mode = 'fails to write';
  await client.trackEvent('open');
  await client.disableTracking();
  disk.mode = 'works';
  await client.close();
  expect(disk.records.size).toBe(1);
  expect(disk.values.get('tracking-disabled')).toBe('1');
});
