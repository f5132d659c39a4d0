import { describe, expect, test } from 'vitest';
import { createLinkSource } from '../../platform/react-native/link-source.ts';
import { CLICK, DIRECT, found, NONE, opened, setUpOpenings, urlOf } from '../../testing/set-up-openings.ts';
import { startPhoneApp } from '../../testing/start-phone-app.ts';
import type { Answer } from '../../testing/start-service.ts';

const { at, answers, listen, all, start } = setUpOpenings();

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
    at.set.phone.initialUrl = url;
    answers(answer);
    start();
    expect(await all(1)).toEqual([expected]);
  });

  test('without a network is an error', async () => {
    at.set.phone.network = { type: 'none', isConnected: false };
    at.set.phone.initialUrl = DIRECT;
    start();
    expect(await all(1)).toEqual([{ kind: 'error', reason: 'network' }]);
  });
});

describe('getInitialLink', () => {
  test('resolves with what started the app, and the listener is told as well', async () => {
    at.set.phone.initialUrl = DIRECT;
    answers(found());
    const app = startPhoneApp(at.set);
    expect(await app.getInitialLink()).toEqual(opened());
    listen(app);
    expect(await all(1)).toEqual([opened()]);
    expect(await app.getInitialLink()).toEqual(opened());
    expect(await app.getInitialLink(null as unknown as undefined)).toEqual(opened());
  });

  test('gives up at its limit, and the listener is told nevertheless', async () => {
    at.set.phone.initialUrl = DIRECT;
    answers({ status: 200, hangs: true });
    const app = startPhoneApp(at.set);
    expect(await app.getInitialLink({ timeoutMs: 20 })).toEqual({ kind: 'error', reason: 'timeout' });
  });
});

test('a listener that throws is told of the next opening', async () => {
  const app = startPhoneApp(at.set);
  app.setDeepLinkListener((opening) => {
    at.told.push(opening);
    throw new Error('of the app');
  });
  await all(1);
  answers(found());
  at.set.phone.openUrl(urlOf(CLICK));
  expect(await all(2)).toEqual([NONE, opened()]);
  expect(at.set.phone.log.join()).toContain('a listener failed');
});

test('hosts that are not the service’s are not asked for', async () => {
  const source = createLinkSource(at.set.phone.modules().reactNative, ['Go.Shop.example']);
  expect(source?.isLink('https://go.shop.example/spring')).toBe(true);
  expect(source?.isLink('https://shop.example/login?token=1')).toBe(false);
});
