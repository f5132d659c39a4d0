import { beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../client/create-client.ts';
import type { Platform } from '../platform/platform.ts';
import type { Device } from '../testing/controlled-device.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY, type Service } from '../testing/start-service.ts';
import type { ConsentChoices } from './privacy-methods.ts';

let service: Service;
let device: Device;
beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

/** The accepted events by name, each with what it states. */
const stated = () =>
  [...service.accepted.values()].map(({ event_type, custom_event_name, consent }) => [
    custom_event_name ?? event_type,
    consent,
  ]);

describe('setConsent', () => {
  test('is sent at once, and carried by all later events', async () => {
    const client = device.start();
    client.trackEvent('open');
    await client.setConsent({ eea: true, adUserData: true, adPersonalization: false });
    const consent = { eea: true, ad_user_data: true, ad_personalization: false };
    expect(stated()).toEqual([
      ['open', undefined],
      ['consent', consent],
    ]);
    client.trackEvent('purchase');
    await client.flush();
    expect(stated().at(-1)).toEqual(['purchase', consent]);
  });

  test('is kept over reset and restarts, and then sent as an event only if it has changed', async () => {
    const client = device.start();
    await client.setConsent({ eea: true });
    await client.reset();
    await client.close();
    const again = device.start();
    again.trackEvent('open');
    await again.setConsent({ eea: true });
    await again.flush();
    await again.setConsent({ eea: false });
    expect(stated()).toEqual([
      ['consent', { eea: true }],
      ['open', { eea: true }],
      ['consent', { eea: false }],
    ]);
  });

  test('replaces the whole statement', async () => {
    const client = device.start();
    await client.setConsent({ eea: true, adUserData: true });
    await client.setConsent({ eea: true });
    expect(stated().at(-1)).toEqual(['consent', { eea: true }]);
  });

  test('leaves out members that are wrong or unknown', async () => {
    const client = device.start();
    await client.setConsent({ eea: 'yes', adUserData: false, other: true } as unknown as ConsentChoices);
    expect(stated()).toEqual([['consent', { ad_user_data: false }]]);
  });

  test('never throws, whatever it is given', async () => {
    const client = device.start();
    for (const wrong of [null, undefined, 7, 'yes'])
      await client.setConsent(wrong as unknown as ConsentChoices);
    client.trackEvent('open');
    await client.flush();
    expect(service.acceptedNames()).toContain('open');
  });

  test('counts for events after it, not for those before', async () => {
    const client = device.start();
    client.trackEvent('before');
    void client.setConsent({ adUserData: false });
    client.trackEvent('after');
    await client.flush();
    expect(Object.fromEntries(stated())).toMatchObject({ before: undefined, after: { ad_user_data: false } });
  });

  test('can be called before init', async () => {
    const client = createClient((platform: Platform) => platform);
    void client.setConsent({ adUserData: false });
    client.init(device.platform(), API_KEY, { ingestEndpoint: service.url });
    client.trackEvent('open');
    await client.flush();
    await client.close();
    expect(stated()).toContainEqual(['open', { ad_user_data: false }]);
  });

  test('is sent by installations that are not in the sample', async () => {
    service.config = { sampling_rate: 0 };
    const client = device.start();
    await client.flush();
    await client.setConsent({ adUserData: false });
    expect(stated()).toEqual([['consent', { ad_user_data: false }]]);
  });

  test('sends nothing while tracking is off', async () => {
    const client = device.start();
    await client.disableTracking();
    await client.setConsent({ adUserData: false });
    expect(stated()).toEqual([]);
  });
});
