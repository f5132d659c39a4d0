import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createPhoneClient, type PhoneClient } from '../../client/create-phone-client.ts';
import type { LinkSource, Platform } from '../../platform/platform.ts';
import { createLinkSource } from '../../platform/react-native/link-source.ts';
import {
  initPhoneApp,
  type PhoneAndService,
  setUpPhone,
  startPhoneApp,
} from '../../testing/start-phone-app.ts';
import { type Answer, API_KEY } from '../../testing/start-service.ts';
import type { DeferredDeepLink } from '../deferred-deep-link.ts';
import type { Opening } from './opening.ts';

const CLICK = '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22';
const OTHER = '5f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11';
const link = (clickId: string, path = '/promo/1'): DeferredDeepLink => ({
  path,
  params: { coupon: 'X1' },
  clickId,
  slug: 'promo',
  campaignId: null,
  channel: 'sms',
});
const found = (clickId = CLICK, path?: string): Answer => ({
  status: 200,
  body: JSON.stringify(link(clickId, path)),
});
const opened = (clickId = CLICK, path?: string) => ({
  kind: 'link',
  ...link(clickId, path),
  isDeferred: false,
});
const urlOf = (clickId: string) => `shop://open?service_click_id=${clickId}&service_path=%2Fpromo%2F1`;
const DIRECT = 'https://go.shop.example/spring?utm_content=blue';
const NONE = { kind: 'none' };

let set: PhoneAndService;
let told: Opening[];
beforeEach(async () => {
  set = await setUpPhone();
  told = [];
  // A phone that has long had the app, unless the test says otherwise.
  set.phone.disk.values.set('tributary.tracking-disabled', '0');
});

const asked = () => set.service.requestsTo('deep-link').map(({ path }) => path);
const answers = (...given: Answer[]) => {
  set.service.next['deep-link'] = given;
};
const listen = (app: Pick<PhoneClient<never>, 'setDeepLinkListener'>) =>
  app.setDeepLinkListener((opening) => told.push(opening));
const pause = () => new Promise((resolve) => setTimeout(resolve, 40));
/** What was told, once nothing more comes. */
const all = async (count: number) => {
  await expect.poll(() => told.length).toBe(count);
  await pause();
  return told;
};
const start = (config = {}) => {
  const app = startPhoneApp(set, config);
  listen(app);
  return app;
};

describe('an opening is told exactly once:', () => {
  test('a cold start by a link that passed the service', async () => {
    set.phone.initialUrl = urlOf(CLICK);
    answers(found());
    const app = start();
    expect(await all(1)).toEqual([opened()]);
    expect(asked()).toEqual([`/v1/deep-link?click_id=${CLICK}`]);
    await app.flush();
    expect([...set.service.accepted.values()]).toMatchObject([
      { event_type: 're_engagement', click_id: CLICK },
    ]);
  });

  test('a cold start by a link that the system opened directly, which becomes a click then', async () => {
    set.phone.initialUrl = DIRECT;
    answers(found());
    const app = start();
    expect(await all(1)).toEqual([opened()]);
    expect(asked()).toEqual([`/v1/deep-link?url=${encodeURIComponent(DIRECT)}`]);
    expect(set.service.requestsTo('deep-link')[0]?.headers['x-service-api-key']).toBe(API_KEY);
    await app.flush();
    expect([...set.service.accepted.values()]).toMatchObject([
      { event_type: 're_engagement', click_id: CLICK },
    ]);
  });

  test('a warm start, and a link while the app is open', async () => {
    start();
    expect(await all(1)).toEqual([NONE]);
    answers(found(CLICK), found(OTHER, '/b'));
    set.phone.changeState('background');
    set.phone.openUrl(urlOf(CLICK));
    set.phone.changeState('active');
    await all(2);
    set.phone.openUrl(urlOf(OTHER));
    expect(await all(3)).toEqual([NONE, opened(), opened(OTHER, '/b')]);
  });

  test('nothing, for the app that comes to the foreground without a link', async () => {
    start();
    await all(1);
    set.phone.changeState('background');
    set.phone.changeState('active');
    expect(await all(1)).toEqual([NONE]);
  });

  test('a push that starts the app', async () => {
    answers(found());
    const app = start();
    expect(app.handleDeepLink(urlOf(CLICK))).toBe('/promo/1');
    expect(await all(1)).toEqual([opened()]);
    await app.flush();
    expect(set.service.acceptedNames()).toEqual(['re_engagement']);
  });

  test.each(['Linking first', 'the app first'])(
    'one URL that the system and the app tell of, %s',
    async (first) => {
      set.phone.initialUrl = urlOf(CLICK);
      answers(found());
      const app = startPhoneApp(set);
      if (first === 'the app first') app.handleDeepLink(urlOf(CLICK));
      listen(app);
      await all(1);
      set.phone.openUrl(urlOf(CLICK));
      app.handleDeepLink(urlOf(CLICK));
      expect(await all(1)).toEqual([opened()]);
      await app.flush();
      expect(set.service.acceptedNames()).toEqual(['re_engagement']);
    },
  );

  test('the same direct link again, after the app was left', async () => {
    set.phone.initialUrl = DIRECT;
    answers(found(CLICK), found(OTHER));
    start();
    await all(1);
    set.phone.changeState('background');
    set.phone.openUrl(DIRECT);
    expect(await all(2)).toEqual([opened(CLICK), opened(OTHER)]);
  });

  test('two in a row, in order though the first takes longer', async () => {
    start();
    await all(1);
    answers(found(CLICK), found(OTHER, '/b'));
    set.phone.openUrl(urlOf(CLICK));
    set.phone.openUrl(urlOf(OTHER));
    expect((await all(3)).slice(1)).toEqual([opened(), opened(OTHER, '/b')]);
  });

  test('what comes before the listener is set', async () => {
    const app = startPhoneApp(set);
    answers(found(CLICK), found(OTHER, '/b'));
    app.handleDeepLink(urlOf(CLICK));
    app.handleDeepLink(urlOf(OTHER));
    await app.flush();
    expect(asked()).toEqual([]);
    listen(app);
    expect(await all(2)).toEqual([opened(), opened(OTHER, '/b')]);
  });

  test('what comes before init, also by the system', async () => {
    const { reactNative } = set.phone.modules();
    const client = createPhoneClient<Platform>(
      (platform) => platform,
      (): LinkSource | undefined => createLinkSource(reactNative),
    );
    onTestFinished(() => client.close());
    listen(client);
    await pause();
    answers(found(CLICK), found(OTHER, '/b'));
    set.phone.openUrl(urlOf(CLICK));
    client.handleDeepLink(urlOf(OTHER));
    expect(told).toEqual([]);
    initPhoneApp(client, set);
    expect(await all(2)).toEqual([opened(), opened(OTHER, '/b')]);
  });

  test('what comes before consent, which is not asked for until tracking is allowed', async () => {
    set.phone.initialUrl = DIRECT;
    answers(found());
    set.phone.disk.values.delete('tributary.tracking-disabled');
    const app = start({ trackingEnabled: false });
    expect(await app.getInitialLink({ timeoutMs: 30 })).toEqual({ kind: 'error', reason: 'timeout' });
    expect([told, set.service.requests]).toEqual([[], []]);
    await app.enableTracking();
    expect(await all(1)).toEqual([opened()]);
  });
});

describe('the first start after the install', () => {
  const install = (modules = set.phone.modules()) => {
    const app = startPhoneApp(set, { autoInstall: true }, modules);
    listen(app);
    return app;
  };
  const withReferrer = () => ({
    ...set.phone.modules(),
    playInstallReferrer: {
      getInstallReferrerInfo: (callback: (info: never, error: null) => void) =>
        callback({ installReferrer: `service_click_id=${CLICK}` } as never, null),
    },
  });

  test('tells of the link that led to it, and the contract’s listener as well', async () => {
    answers(found());
    const contract: DeferredDeepLink[] = [];
    const app = install();
    expect(await all(1)).toEqual([{ ...opened(), isDeferred: true }]);
    app.setDeferredDeepLinkListener((deferred) => contract.push(deferred));
    expect(contract).toEqual([link(CLICK)]);
    await app.close();
    install();
    expect(await all(2)).toEqual([{ ...opened(), isDeferred: true }, NONE]);
    expect(asked()).toHaveLength(1);
  });

  test('says whose install it is, so that one of this device before it keeps its link', async () => {
    answers({ status: 204 });
    install(withReferrer());
    expect(await all(1)).toEqual([NONE]);
    expect(asked()[0]).toMatch(
      new RegExp(`^/v1/deep-link\\?click_id=${CLICK}&app_id=a&install_event_id=install-`),
    );
  });

  test('by a link tells of that link alone: it is newer', async () => {
    set.phone.initialUrl = urlOf(OTHER);
    answers(found(OTHER));
    install(withReferrer());
    expect(await all(1)).toEqual([opened(OTHER)]);
  });

  test('a click that the install has used opens nothing', async () => {
    answers(found(), found());
    install(withReferrer());
    await all(1);
    set.phone.changeState('background');
    set.phone.openUrl(urlOf(CLICK));
    expect((await all(2))[1]).toEqual(NONE);
  });

  test('without an answer is an error, and the next start tells of the link', async () => {
    answers({ status: 500 }, found());
    const app = install();
    expect(await all(1)).toEqual([{ kind: 'error', reason: 'network' }]);
    await app.close();
    install();
    expect((await all(2))[1]).toEqual({ ...opened(), isDeferred: true });
  });

  test('of an organic install leads nowhere', async () => {
    answers({ status: 204 });
    install();
    expect(await all(1)).toEqual([NONE]);
  });
});

describe('a URL', () => {
  test.each<[string, string, Answer, unknown]>([
    ['of another account', DIRECT, { status: 204 }, NONE],
    ['that the service does not know', DIRECT, { status: 404 }, NONE],
    ['that the service cannot resolve', DIRECT, { status: 503 }, { kind: 'error', reason: 'service' }],
    [
      'that a portal answers for',
      DIRECT,
      { status: 200, body: '<html>' },
      { kind: 'error', reason: 'service' },
    ],
    [
      'whose path is in it, with the service away',
      urlOf(CLICK),
      { status: 503 },
      { ...opened(), params: {}, slug: null, channel: null },
    ],
    ['of the app alone', 'shop://cart', found(), NONE],
  ])('%s', async (_name, url, answer, expected) => {
    set.phone.initialUrl = url;
    answers(answer);
    start();
    expect(await all(1)).toEqual([expected]);
  });

  test('without a network is an error', async () => {
    set.phone.network = { type: 'none', isConnected: false };
    set.phone.initialUrl = DIRECT;
    start();
    expect(await all(1)).toEqual([{ kind: 'error', reason: 'network' }]);
  });
});

describe('getInitialLink', () => {
  test('resolves with what started the app, and the listener is told as well', async () => {
    set.phone.initialUrl = DIRECT;
    answers(found());
    const app = startPhoneApp(set);
    expect(await app.getInitialLink()).toEqual(opened());
    listen(app);
    expect(await all(1)).toEqual([opened()]);
    expect(await app.getInitialLink()).toEqual(opened());
  });

  test('gives up at its limit, and the listener is told nevertheless', async () => {
    set.phone.initialUrl = DIRECT;
    answers({ status: 200, hangs: true });
    const app = startPhoneApp(set);
    expect(await app.getInitialLink({ timeoutMs: 20 })).toEqual({ kind: 'error', reason: 'timeout' });
  });
});

test('a listener that throws is told of the next opening', async () => {
  const app = startPhoneApp(set);
  app.setDeepLinkListener((opening) => {
    told.push(opening);
    throw new Error('of the app');
  });
  await all(1);
  answers(found());
  set.phone.openUrl(urlOf(CLICK));
  expect(await all(2)).toEqual([NONE, opened()]);
  expect(set.phone.log.join()).toContain('a listener failed');
});

test('hosts that are not the service’s are not asked for', async () => {
  const source = createLinkSource(set.phone.modules().reactNative, ['Go.Shop.example']);
  expect(source?.isLink('https://go.shop.example/spring')).toBe(true);
  expect(source?.isLink('https://shop.example/login?token=1')).toBe(false);
});
