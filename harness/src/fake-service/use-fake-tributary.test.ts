import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeClient } from '@tributary/sdk/node';
import { signEvent } from '@tributary/sdk/wire/sign';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { useFakeTributary } from '../index.ts';

const tributary = useFakeTributary({ beforeAll, afterEach, afterAll });

/** The app under test, with the SDK in its own folder. */
async function startApp() {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-fake-'));
  const client = createNodeClient();
  client.init({ directory }, tributary.app.apiKey, {
    ingestEndpoint: tributary.ingestEndpoint,
    wifiOnlyMode: false,
  });
  onTestFinished(async () => {
    await client.close();
    await rm(directory, { recursive: true });
  });
  return client;
}

const post = (event: object) =>
  fetch(tributary.ingestEndpoint, { method: 'POST', body: JSON.stringify(event) }).then((answer) =>
    answer.json(),
  );

function signedEvent(more: object = {}) {
  const { accountId: customer_id, appId: app_id, sdkSecret } = tributary.app;
  const event = {
    event_type: 'open',
    timestamp: Date.now(),
    customer_id,
    app_id,
    event_id: 'event-0001',
    sdk_version: 't',
  };
  return signEvent({ ...event, ...more } as Parameters<typeof signEvent>[0], sdkSecret);
}

test("an app's test asserts on what its SDK has sent", async () => {
  const app = await startApp();
  await app.trackEvent('purchase', { revenue: 4.99, currency: 'EUR', sku: 'a-1' });
  await app.flush();
  expect(tributary.events().map(({ event }) => event)).toMatchObject([
    { event_type: 'purchase', revenue: 4.99, currency: 'EUR', event_properties: { sku: 'a-1' } },
  ]);
});

test('nothing is left of the test before', () => {
  expect(tributary.events()).toEqual([]);
});

describe('an event is answered as the service would', () => {
  test.each<[string, () => object, object]>([
    ['accepted', () => signedEvent(), { status: 'accepted' }],
    [
      'of another secret',
      () => ({ ...signedEvent(), signature: 'a'.repeat(64) }),
      { status: 'rejected', code: 'AUTH_ERROR' },
    ],
    [
      'signed long ago',
      () => signedEvent({ timestamp: Date.now() - 700_000 }),
      { status: 'rejected', code: 'AUTH_ERROR' },
    ],
    [
      'without a version',
      () => signedEvent({ sdk_version: undefined }),
      { code: 'VALIDATION_ERROR', error: expect.stringContaining('sdk_version') },
    ],
    [
      'with a wrong currency',
      () => signedEvent({ currency: 'XXY' }),
      { code: 'VALIDATION_ERROR', error: expect.stringContaining('currency') },
    ],
  ])('%s', async (_name, event, expected) => {
    expect(await post(event())).toMatchObject({ results: [expected] });
  });

  test('deduplicated the second time', async () => {
    await post(signedEvent());
    expect(await post(signedEvent())).toMatchObject({ results: [{ status: 'deduplicated' }] });
    expect(tributary.events()).toHaveLength(1);
  });

  test('refused as a whole where it is not JSON', async () => {
    const response = await fetch(tributary.ingestEndpoint, { method: 'POST', body: '{' });
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'VALIDATION_ERROR', error: expect.any(String) },
    ]);
  });
});

test('a link leads to the store, the install to its click, and the app to the path, once', async () => {
  tributary.addLink({
    slug: 'spring',
    fallbackUrl: 'https://shop.example/',
    channel: 'email',
    deepLinkPath: '/sale',
    androidUrl: 'https://play.google.com/store/apps/details?id=com.example.shop',
  });
  const origin = new URL(tributary.ingestEndpoint).origin;
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8)' };
  const visit = await fetch(`${origin}/l/spring`, { headers, redirect: 'manual' });
  const referrer = new URL(visit.headers.get('location') ?? '').searchParams.get('referrer');
  const app = await startApp();
  await app.trackEvent('install', { referrer });
  await app.flush();
  const [install] = tributary.events();
  const query = new URLSearchParams({
    app_id: tributary.app.appId,
    install_event_id: install?.event.event_id ?? '',
  });
  const ask = (path: string, key = tributary.app.apiKey) =>
    fetch(`${origin}/v1/${path}?${query}`, { headers: { 'x-service-api-key': key } });
  expect(await (await ask('attribution')).json()).toMatchObject({
    model: 'install_referrer',
    channel: 'email',
  });
  expect(await (await ask('deep-link')).json()).toMatchObject({ path: '/sale', slug: 'spring' });
  expect((await ask('deep-link')).status).toBe(204);
  expect((await ask('attribution', `svc_${'0'.repeat(64)}`)).status).toBe(401);
});

test('a test decides an attribution, and overrides the configuration', async () => {
  tributary.overrideConfig({ tracking_enabled: false });
  const headers = { 'x-service-api-key': tributary.app.apiKey };
  const key = await fetch(tributary.ingestEndpoint.replace('ingest', 'resolve-key'), { headers });
  expect(await key.json()).toMatchObject({
    config: { tracking_enabled: false },
    overridden: ['tracking_enabled'],
  });
  await post(signedEvent({ event_type: 'install' }));
  const decided = {
    model: 'probabilistic',
    channel: 'social_a',
    campaign_id: null,
    confidence_score: 71,
    reason: 'x',
  };
  tributary.decideAttribution('event-0001', decided);
  const query = new URLSearchParams({ app_id: tributary.app.appId, install_event_id: 'event-0001' });
  const answer = await fetch(tributary.ingestEndpoint.replace('ingest', `attribution?${query}`), { headers });
  expect(await answer.json()).toEqual({ status: 'attributed', ...decided });
});
