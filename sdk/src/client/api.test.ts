import { beforeEach, describe, expect, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { type Answer, API_KEY, type Service } from '../testing/start-service.ts';

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
});

const accepted = () => [...service.accepted.values()];

describe('getAttribution', () => {
  const DECIDED: Answer = {
    status: 200,
    body: JSON.stringify({
      status: 'attributed',
      model: 'install_referrer',
      channel: 'influencer',
      campaign_id: null,
      confidence_score: 98,
      reason: 'The referrer names the click.',
    }),
  };
  const ATTRIBUTION = {
    model: 'install_referrer',
    channel: 'influencer',
    campaignId: null,
    confidenceScore: 98,
    reason: 'The referrer names the click.',
    isFinal: true,
  };

  test('sends the install, and asks with the key until it is decided', async () => {
    service.next.attribution = [{ status: 202 }, { status: 202 }, DECIDED, DECIDED];
    const client = device.start();
    client.trackEvent('install', { referrer: 'service_click_id=0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22' });
    expect(await client.getAttribution()).toEqual(ATTRIBUTION);
    expect(device.pauses).toEqual([1000, 2000]);
    const [asked] = service.requestsTo('attribution');
    expect(asked).toMatchObject({
      path: `/v1/attribution?app_id=a&install_event_id=${accepted()[0]?.event_id}`,
      headers: { 'x-service-api-key': API_KEY },
    });
    // As often as it is called.
    expect(await client.getAttribution()).toEqual(ATTRIBUTION);
  });

  test('is null after 15 s without a decision', async () => {
    service.next.attribution = Array.from({ length: 5 }, () => ({ status: 202 }));
    const client = device.start();
    client.trackEvent('install');
    expect(await client.getAttribution()).toBeNull();
    expect(device.pauses).toEqual([1000, 2000, 4000, 8000]);
  });

  test.each<[string, Answer]>([
    ['the service does not know the install', { status: 404 }],
    ['the service is down', { status: 503 }],
    ['something else answers', { status: 200, body: '<html>Sign in</html>' }],
  ])('is null when %s', async (_name, answer) => {
    service.next.attribution = [answer];
    const client = device.start();
    client.trackEvent('install');
    expect(await client.getAttribution()).toBeNull();
  });

  test('is null, and asks nothing, before an install, without a network and while tracking is off', async () => {
    const client = device.start();
    expect(await client.getAttribution()).toBeNull();
    client.trackEvent('install');
    device.network = 'none';
    expect(await client.getAttribution()).toBeNull();
    device.network = 'wifi';
    await client.disableTracking();
    expect(await client.getAttribution()).toBeNull();
    expect(service.requestsTo('attribution')).toEqual([]);
  });
});

describe('reset', () => {
  test('forgets the user and the shared properties, even after a restart, and nothing else', async () => {
    const client = device.start();
    client.identify('u-1');
    client.setProperties({ plan: 'gold' });
    client.trackEvent('before');
    await client.reset();
    client.trackEvent('after');
    await client.flush();
    await client.close();
    const again = device.start();
    again.trackEvent('later');
    await again.flush();
    expect(accepted().map((event) => [event.user_id, event.event_properties])).toEqual([
      ['u-1', undefined],
      ['u-1', { plan: 'gold' }],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(new Set(accepted().map((event) => event.installation_id)).size).toBe(1);
  });
});

describe('setProperties', () => {
  test("adds properties to all later events, under the event's own, and null removes one", async () => {
    const client = device.start();
    client.trackEvent('before');
    client.setProperties({ plan: 'gold', channel: 'email', theme: 'dark' });
    client.identify('u-1', { age: 7 });
    client.trackEvent('first', { plan: 'own', revenue: 3 });
    client.setProperties({ theme: null, size: 2 });
    client.trackEvent('second');
    await client.flush();
    expect(accepted().map((event) => event.event_properties)).toEqual([
      undefined,
      { age: 7 },
      { plan: 'own', channel: 'email', theme: 'dark' },
      { plan: 'gold', channel: 'email', size: 2 },
    ]);
    // A shared property is never a field of the event.
    expect(accepted().some((event) => 'channel' in event)).toBe(false);
  });

  test('copies them, and drops what is not JSON', async () => {
    const client = device.start();
    const properties = { plan: 'gold' };
    client.setProperties(properties);
    properties.plan = 'changed';
    client.setProperties({ n: 10n });
    client.trackEvent('open');
    await client.flush();
    expect(accepted()[0]?.event_properties).toEqual({ plan: 'gold' });
  });
});

describe('screen', () => {
  test('is a custom event with the name of the screen', async () => {
    const client = device.start();
    client.screen('checkout', { items: 3 });
    await client.flush();
    expect(accepted()[0]).toMatchObject({
      event_type: 'custom',
      custom_event_name: 'screen',
      event_properties: { name: 'checkout', items: 3 },
    });
  });
});

describe('installationId', () => {
  test('is what events carry, and stays after a restart', async () => {
    const client = device.start();
    client.trackEvent('open');
    await client.flush();
    const id = await client.installationId();
    await client.close();
    expect(id).toBe(accepted()[0]?.installation_id);
    expect(await device.start().installationId()).toBe(id);
  });
});

describe('trackingEnabled: false', () => {
  test('records and sends nothing until the user agrees, and then for good', async () => {
    const client = device.start({ trackingEnabled: false });
    await client.trackEvent('unseen');
    await client.flush();
    expect(service.requests).toEqual([]);
    expect((await client.stats()).dropped).toEqual({ tracking_off: 1 });
    await client.enableTracking();
    await client.trackEvent('agreed');
    await client.flush();
    await client.close();
    const again = device.start({ trackingEnabled: false });
    again.trackEvent('still');
    await again.flush();
    await again.disableTracking();
    await again.close();
    const third = device.start({ trackingEnabled: false });
    await third.trackEvent('withdrawn');
    await third.flush();
    expect(service.acceptedNames()).toEqual(['agreed', 'still']);
  });

  test('does not outweigh what a user has chosen without it', async () => {
    const client = device.start();
    await client.disableTracking();
    await client.close();
    const again = device.start({ trackingEnabled: true });
    await again.trackEvent('unseen');
    await again.flush();
    expect(service.requests).toEqual([]);
  });
});

describe('debug', () => {
  const explained = async (config: object) => {
    const client = device.start({ logLevel: undefined, ...config } as object);
    client.trackEvent('level_up');
    await client.flush();
    return device.log.join('\n');
  };

  test('explains an unknown key', async () => {
    service.next['resolve-key'] = [{ status: 401 }];
    expect(await explained({ debug: true })).toContain('no key: 401');
  });

  test('explains a wrong clock', async () => {
    service.now = () => device.now - 3_600_000;
    expect(await explained({ debug: true })).toContain('clock 3600 s ahead');
    expect(service.acceptedNames()).toEqual(['level_up']);
  });

  test('explains a refused event', async () => {
    service.judge = () => ({ status: 'rejected', code: 'QUOTA_EXCEEDED', error: 'the plan allows 10,000' });
    expect(await explained({ debug: true })).toMatch(
      /event level_up \([\w-]+\) waits: QUOTA_EXCEEDED: the plan allows 10,000/,
    );
  });

  test('explains why nothing is sent', async () => {
    device.network = 'cellular';
    expect(await explained({ debug: true })).toContain('deferred: no Wi-Fi');
  });

  test('is off by default', async () => {
    service.next['resolve-key'] = [{ status: 401 }];
    expect(await explained({})).toBe('');
  });
});
