import { describe, expect, onTestFinished, test } from 'vitest';
import { createPhoneClient } from '../../client/create-phone-client.ts';
import type { LinkSource, Platform } from '../../platform/platform.ts';
import { createLinkSource } from '../../platform/react-native/link-source.ts';
import { CLICK, DIRECT, found, NONE, opened, setUpOpenings, urlOf } from '../../testing/set-up-openings.ts';
import { initPhoneApp, startPhoneApp } from '../../testing/start-phone-app.ts';
import { API_KEY } from '../../testing/start-service.ts';

const OTHER = '5f9b1f0e-54a4-4bcb-8a34-0d1f6f3a2b11';

const { at, asked, answers, listen, pause, all, start } = setUpOpenings();

describe('an opening is told exactly once:', () => {
  test('a cold start by a link that passed the service', async () => {
    at.set.phone.initialUrl = urlOf(CLICK);
    answers(found());
    const app = start();
    expect(await all(1)).toEqual([opened()]);
    expect(asked()).toEqual([`/v1/deep-link?click_id=${CLICK}`]);
    await app.flush();
    expect([...at.set.service.accepted.values()]).toMatchObject([
      { event_type: 're_engagement', click_id: CLICK },
    ]);
  });

  test('a cold start by a link that the system opened directly, which becomes a click then', async () => {
    at.set.phone.initialUrl = DIRECT;
    answers(found());
    const app = start();
    expect(await all(1)).toEqual([opened()]);
    expect(asked()).toEqual([`/v1/deep-link?url=${encodeURIComponent(DIRECT)}`]);
    expect(at.set.service.requestsTo('deep-link')[0]?.headers['x-service-api-key']).toBe(API_KEY);
    await app.flush();
    expect([...at.set.service.accepted.values()]).toMatchObject([
      { event_type: 're_engagement', click_id: CLICK },
    ]);
  });

  test('a warm start, and a link while the app is open', async () => {
    start();
    expect(await all(1)).toEqual([NONE]);
    answers(found(CLICK), found(OTHER, '/b'));
    at.set.phone.changeState('background');
    at.set.phone.openUrl(urlOf(CLICK));
    at.set.phone.changeState('active');
    await all(2);
    at.set.phone.openUrl(urlOf(OTHER));
    expect(await all(3)).toEqual([NONE, opened(), opened(OTHER, '/b')]);
  });

  test('nothing, for the app that comes to the foreground without a link', async () => {
    start();
    await all(1);
    at.set.phone.changeState('background');
    at.set.phone.changeState('active');
    expect(await all(1)).toEqual([NONE]);
  });

  test('a push that starts the app', async () => {
    answers(found());
    const app = start();
    expect(app.handleDeepLink(urlOf(CLICK))).toBe('/promo/1');
    expect(await all(1)).toEqual([opened()]);
    await app.flush();
    expect(at.set.service.acceptedNames()).toEqual(['re_engagement']);
  });

  test.each(['Linking first', 'the app first'])(
    'one URL that the system and the app tell of, %s',
    async (first) => {
      at.set.phone.initialUrl = urlOf(CLICK);
      answers(found());
      const app = startPhoneApp(at.set);
      if (first === 'the app first') app.handleDeepLink(urlOf(CLICK));
      listen(app);
      await all(1);
      at.set.phone.openUrl(urlOf(CLICK));
      app.handleDeepLink(urlOf(CLICK));
      expect(await all(1)).toEqual([opened()]);
      await app.flush();
      expect(at.set.service.acceptedNames()).toEqual(['re_engagement']);
    },
  );

  test('the same direct link again, after the app was left', async () => {
    at.set.phone.initialUrl = DIRECT;
    answers(found(CLICK), found(OTHER));
    start();
    await all(1);
    at.set.phone.changeState('background');
    at.set.phone.openUrl(DIRECT);
    expect(await all(2)).toEqual([opened(CLICK), opened(OTHER)]);
  });

  test.each(['Linking alone', 'Linking and the app'])(
    'a link that is opened again from a page while the app runs, but not one from the list of recent apps: %s',
    async (tellers) => {
      answers(found(), found(), found());
      at.set.phone.initialUrl = urlOf(CLICK);
      const app = start();
      await all(1);
      at.set.phone.changeState('background');
      if (tellers.endsWith('app')) app.handleDeepLink(urlOf(CLICK));
      at.set.phone.openUrl(urlOf(CLICK));
      expect(await all(2)).toEqual([opened(), opened()]);
      await app.close();
      const again = start();
      if (tellers.endsWith('app')) again.handleDeepLink(urlOf(CLICK));
      expect((await all(3))[2]).toEqual(NONE);
    },
  );

  test('what comes between init and the listener, with what started the app before it', async () => {
    at.set.phone.initialUrl = urlOf(OTHER);
    const app = startPhoneApp(at.set);
    await pause();
    at.set.phone.openUrl(urlOf(CLICK));
    await pause();
    expect(asked()).toEqual([]);
    answers(found(OTHER, '/b'), found(CLICK));
    listen(app);
    expect(await all(2)).toEqual([opened(OTHER, '/b'), opened()]);
  });

  test('nobody, and handleDeepLink records the re-engagement all the same, once', async () => {
    const app = startPhoneApp(at.set);
    at.set.phone.openUrl(urlOf(CLICK));
    expect(app.handleDeepLink(urlOf(CLICK))).toBe('/promo/1');
    expect(app.handleDeepLink(urlOf(CLICK))).toBe('/promo/1');
    await app.flush();
    expect(at.set.service.acceptedNames()).toEqual(['re_engagement']);
  });

  test('two in a row, in order though the first takes longer', async () => {
    start();
    await all(1);
    answers(found(CLICK), found(OTHER, '/b'));
    at.set.phone.openUrl(urlOf(CLICK));
    at.set.phone.openUrl(urlOf(OTHER));
    expect((await all(3)).slice(1)).toEqual([opened(), opened(OTHER, '/b')]);
  });

  test('what comes before the listener is set', async () => {
    const app = startPhoneApp(at.set);
    answers(found(CLICK), found(OTHER, '/b'));
    app.handleDeepLink(urlOf(CLICK));
    app.handleDeepLink(urlOf(OTHER));
    await app.flush();
    expect(asked()).toEqual([]);
    listen(app);
    expect(await all(2)).toEqual([opened(), opened(OTHER, '/b')]);
  });

  test('what comes before init, also by the system', async () => {
    const { reactNative } = at.set.phone.modules();
    const client = createPhoneClient<Platform>(
      (platform) => platform,
      (): LinkSource | undefined => createLinkSource(reactNative),
    );
    onTestFinished(() => client.close());
    listen(client);
    await pause();
    answers(found(CLICK), found(OTHER, '/b'));
    at.set.phone.openUrl(urlOf(CLICK));
    client.handleDeepLink(urlOf(OTHER));
    expect(at.told).toEqual([]);
    initPhoneApp(client, at.set);
    expect(await all(2)).toEqual([opened(), opened(OTHER, '/b')]);
  });

  test('what comes before consent, which is not asked for until tracking is allowed', async () => {
    at.set.phone.initialUrl = DIRECT;
    answers(found());
    at.set.phone.disk.values.delete('tributary.tracking-disabled');
    const app = start({ trackingEnabled: false });
    expect(await app.getInitialLink({ timeoutMs: 30 })).toEqual({ kind: 'error', reason: 'timeout' });
    expect([at.told, at.set.service.requests]).toEqual([[], []]);
    await app.enableTracking();
    expect(await all(1)).toEqual([opened()]);
  });
});
