import { beforeEach, describe, expect, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { createControlledDisk } from '../testing/controlled-store.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY, type Service } from '../testing/start-service.ts';
import { createClient } from './create-client.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

describe('no call hangs or throws', () => {
  const idle = () => createClient(() => device.platform());
  const NOTHING = undefined as never;

  test('before init', async () => {
    const client = idle();
    await Promise.all([
      client.disableTracking(),
      client.enableTracking(),
      client.reset(),
      client.flush(),
      client.setPushToken('p'),
      client.stats(),
      client.deadLetters(),
      client.retryDeadLetters(),
    ]);
    expect(await client.getAttribution()).toBeNull();
    expect(await client.installationId()).toBeUndefined();
    client.setProperties({});
    client.setIntegrityToken('t');
    client.setDeferredDeepLinkListener(() => {});
    expect(client.handleDeepLink('x://y')).toBeNull();
    await client.close();
  });

  test('nor remembers calls without end, while init is not called', async () => {
    const client = idle();
    for (let at = 0; at < 1001; at++) client.setProperties({ [`p${at}`]: at });
    client.init(NOTHING, API_KEY, { ingestEndpoint: service.url });
    await client.trackEvent('open');
    await client.flush();
    const [event] = [...service.accepted.values()];
    expect(Object.keys(event?.event_properties ?? {})).toHaveLength(1000);
    await client.close();
  });

  test('nor forgets what the user has chosen, however many calls came before', async () => {
    const client = idle();
    for (let at = 0; at < 1001; at++) client.setProperties({ at });
    await client.disableTracking();
    client.init(NOTHING, API_KEY, { ingestEndpoint: service.url });
    await client.trackEvent('open');
    await client.flush();
    expect(service.acceptedNames()).toEqual([]);
    await client.close();
  });

  test('with undefined arguments', async () => {
    const client = device.start();
    await client.trackEvent(NOTHING);
    await client.trackEvent('');
    await client.screen(NOTHING);
    await client.identify(NOTHING);
    await client.setPushToken(NOTHING);
    client.setProperties(NOTHING);
    client.setIntegrityToken(NOTHING);
    client.setDeferredDeepLinkListener(NOTHING);
    expect(client.handleDeepLink(NOTHING)).toBeNull();
    await client.trackEvent('open', null as never);
    await client.trackEvent('close', 'text' as never);
    const throwing = {
      get read(): string {
        throw new Error('no');
      },
    };
    await client.screen('thrown', throwing);
    await client.trackEvent('thrown', throwing);
    await client.flush();
    expect(service.acceptedNames()).toEqual(['open', 'close', 'screen', 'thrown']);
    expect(device.log.filter((line) => line.endsWith('needs text'))).toHaveLength(4);
  });

  test('with tokens that events cannot carry, which are not kept', async () => {
    const disk = createControlledDisk();
    device.storage = disk.storage();
    const client = device.start();
    await client.setPushToken({ type: 'ios', data: 'token' } as never);
    await client.setPushToken('x'.repeat(8193));
    client.setIntegrityToken(10n as never);
    expect(device.log.filter((line) => line.endsWith('_token is invalid'))).toHaveLength(3);
    await client.trackEvent('open');
    await client.flush();
    const [event] = service.accepted.values();
    expect(Object.keys(event ?? {}).filter((name) => name.endsWith('_token'))).toEqual([]);
    expect(disk.values.has('push-token')).toBe(false);
    client.setIntegrityToken('integrity');
    await client.setPushToken('push');
    await client.trackEvent('close');
    await client.flush();
    const { integrity_token, push_token } = [...service.accepted.values()][1] ?? {};
    expect([integrity_token, push_token]).toEqual(['integrity', 'push']);
  });

  test.each([
    ['the key', NOTHING, () => ({ ingestEndpoint: service.url }), false],
    ['the configuration', API_KEY, () => null as never, false],
    ['a text as the endpoint', API_KEY, () => ({ ingestEndpoint: 5 as never }), false],
    ['the context', API_KEY, () => ({ ingestEndpoint: service.url }), true],
  ])('in init without %s', async (_name, key, config, starts) => {
    const client = idle();
    client.init(NOTHING, key, config());
    expect(client.isInitialised()).toBe(starts);
    await client.close();
  });

  test.each(['trackEvent', 'identify', 'screen'] as const)(
    'except %s, before init and with a blank key',
    (method) => {
      const client = idle();
      const call = () => client[method]('x');
      const refused = expect.objectContaining({ name: 'IllegalStateException' });
      expect(call).toThrow(refused);
      client.init(NOTHING, ' ', { ingestEndpoint: service.url });
      expect(client.isInitialised()).toBe(false);
      expect(call).toThrow(refused);
    },
  );
});
