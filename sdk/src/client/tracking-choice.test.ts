import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Platform } from '../platform/platform.ts';
import type { Device } from '../testing/controlled-device.ts';
import { type ControlledDisk, createControlledDisk } from '../testing/controlled-store.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY, type Service } from '../testing/start-service.ts';
import { createClient } from './create-client.ts';
import type { TributaryClient } from './tributary-client.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
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

test('nothing is sent once tracking is disabled, although the request was being compressed', async () => {
  const gzipped = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<void>();
  const gzip = () => {
    asked.resolve();
    return gzipped.promise;
  };
  const client = createClient(() => ({ ...device.platform(), gzip }));
  client.init(undefined, API_KEY, { ingestEndpoint: service.url });
  onTestFinished(() => client.close());
  client.trackEvent('open');
  const flushed = client.flush();
  await asked.promise;
  await client.disableTracking();
  gzipped.resolve(undefined);
  await flushed;
  expect(service.ingestRequests()).toEqual([]);
  await client.enableTracking();
  await client.flush();
  expect(service.acceptedNames()).toEqual(['open']);
});

test('no key is requested once tracking is disabled, although the installation id was being read', async () => {
  const { values, ...storage } = createControlledDisk().storage();
  const stored = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const setIfAbsent: typeof values.setIfAbsent = async (key, value) => {
    asked.resolve();
    await stored.promise;
    return values.setIfAbsent(key, value);
  };
  device.storage = { ...storage, values: { ...values, setIfAbsent } };
  const http = vi.fn(device.platform().http);
  const client = createClient(() => ({ ...device.platform(), http }));
  client.init(undefined, API_KEY, { ingestEndpoint: service.url });
  onTestFinished(() => client.close());
  await asked.promise;
  await client.disableTracking();
  stored.resolve();
  await client.installationId();
  await client.flush();
  expect(http).not.toHaveBeenCalled();
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
