import { beforeEach, expect, test } from 'vitest';
import type { Device } from '../testing/controlled-device.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { type Answer, API_KEY, type Service } from '../testing/start-service.ts';
import type { DeferredDeepLink } from './deferred-deep-link.ts';

const CLICK = '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22';
const LINK: DeferredDeepLink = {
  path: '/promo/1',
  params: { coupon: 'X1' },
  clickId: CLICK,
  slug: 'promo',
  campaignId: null,
  channel: 'influencer',
};
const FOUND: Answer = { status: 200, body: JSON.stringify(LINK) };

let service: Service;
let device: Device;
let called: DeferredDeepLink[];

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
  called = [];
});

const asked = () => service.requestsTo('deep-link');

async function install(properties: object) {
  const client = device.start();
  client.setDeferredDeepLinkListener((link) => called.push(link));
  client.trackEvent('install', properties);
  await client.flush();
  return client;
}

test('the click id in the referrer finds the link, without the key', async () => {
  service.next['deep-link'] = [FOUND];
  await install({ referrer: `utm_source=x&service_click_id=${CLICK}` });
  await expect.poll(() => called).toEqual([LINK]);
  expect(asked()[0]).toMatchObject({
    path: `/v1/deep-link?click_id=${CLICK}`,
    headers: { accept: 'application/json' },
  });
  expect(asked()[0]?.headers).not.toHaveProperty('x-service-api-key');
});

test('without a click id, the install finds the link with the key once it is attributed', async () => {
  service.next['deep-link'] = [{ status: 202 }, { status: 202 }, FOUND];
  await install({ referrer: 'utm_source=google-play&utm_medium=organic' });
  await expect.poll(() => called).toEqual([LINK]);
  const [event] = [...service.accepted.values()];
  expect(asked()).toHaveLength(3);
  expect(asked()[0]).toMatchObject({
    path: `/v1/deep-link?app_id=a&install_event_id=${event?.event_id}`,
    headers: { 'x-service-api-key': API_KEY },
  });
  expect(device.pauses).toEqual([1000, 2000]);
});

test('the listener is called once per installation', async () => {
  service.next['deep-link'] = [FOUND, FOUND];
  const client = await install({ click_id: CLICK });
  await expect.poll(() => called).toHaveLength(1);
  await client.flush();
  await client.close();
  const again = await install({ click_id: CLICK });
  await again.flush();
  await again.close();
  expect(called).toHaveLength(1);
  expect(asked()).toHaveLength(1);
});

test('a listener that is set during the look-up takes the place of the one before', async () => {
  service.next['deep-link'] = [{ status: 202 }, FOUND];
  const client = await install({});
  const late: DeferredDeepLink[] = [];
  client.setDeferredDeepLinkListener((link) => late.push(link));
  await expect.poll(() => late).toEqual([LINK]);
  expect(called).toEqual([]);
});

test.each<[string, object, Answer]>([
  ['an organic install', {}, { status: 204 }],
  ['an unknown click', { click_id: CLICK }, { status: 404 }],
])('%s has no link, and is not looked up again', async (_name, properties, answer) => {
  service.next['deep-link'] = [answer];
  const client = await install(properties);
  await expect.poll(() => asked().length).toBe(1);
  await client.close();
  const again = device.start();
  again.setDeferredDeepLinkListener((link) => called.push(link));
  await again.flush();
  await again.close();
  expect(asked()).toHaveLength(1);
  expect(called).toEqual([]);
});

test('a look-up that failed with a server error is repeated after the next flush', async () => {
  service.next['deep-link'] = [{ status: 500 }, FOUND];
  const client = await install({ click_id: CLICK });
  await expect.poll(() => asked().length).toBe(1);
  await expect
    .poll(async () => {
      await client.flush();
      return called;
    })
    .toEqual([LINK]);
});

test('there is no look-up before it is known that the user has objected', async () => {
  const first = device.start();
  await first.trackEvent('install', { click_id: CLICK });
  await first.disableTracking();
  await first.close();
  const { storage } = device.platform();
  const mayRead = Promise.withResolvers<void>();
  const get = async (key: string) => {
    if (key === 'tracking-disabled') await mayRead.promise;
    return storage.values.get(key);
  };
  device.storage = { ...storage, values: { ...storage.values, get } };
  const again = device.start();
  again.setDeferredDeepLinkListener((link) => called.push(link));
  await new Promise((resolve) => setTimeout(resolve, 50));
  mayRead.resolve();
  await again.flush();
  expect(asked()).toEqual([]);
});

test('there is no look-up before an install, without a listener, or while tracking is disabled', async () => {
  const client = device.start();
  await client.flush();
  client.setDeferredDeepLinkListener((link) => called.push(link));
  await client.flush();
  await client.trackEvent('install', { click_id: CLICK });
  await client.disableTracking();
  await client.flush();
  await client.close();
  const without = device.start();
  await without.enableTracking();
  await without.flush();
  await without.close();
  expect(asked()).toEqual([]);
});
