import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setUpPhone, startPhoneApp } from './testing/start-phone-app.ts';
import type { Service } from './testing/start-service.ts';

const propertiesOf = (service: Service) =>
  [...service.accepted.values()].map((event) => event.event_properties);

const randomText = (length: number) => randomBytes(length / 2).toString('hex');

test('before the user agrees nothing is stored but the choice itself', async () => {
  const set = await setUpPhone();
  const app = startPhoneApp(set, { trackingEnabled: false, autoInstall: true, autoSessions: true });
  await app.identify('u-1');
  await app.setPushToken('token');
  await app.trackEvent('open');
  set.phone.changeState('background');
  await app.flush();
  await app.stats();
  expect([...set.phone.disk.values.keys()]).toEqual([]);
  await app.disableTracking();
  expect([...set.phone.disk.values.keys()]).toEqual(['tributary.tracking-disabled']);
  await app.enableTracking();
  expect(set.phone.disk.values.get('tributary.user-id')).toBe('u-1');
  await app.trackEvent('agreed');
  await app.flush();
  expect(set.service.acceptedNames()).toContain('agreed');
});

describe('a React Native app', () => {
  test('that is killed while offline sends every event after its next start, in order and unharmed', async () => {
    const set = await setUpPhone();
    set.phone.network = { type: 'none', isConnected: false };
    const first = startPhoneApp(set);
    for (const text of ['👩🏾‍🚀 ₦', 'b', '\ud83d']) await first.trackEvent('note', { text });
    // The app has been killed; only the disk is left.
    set.phone.network = { type: 'wifi', isConnected: true };
    await startPhoneApp(set).flush();
    expect(propertiesOf(set.service)).toEqual([{ text: '👩🏾‍🚀 ₦' }, { text: 'b' }, { text: '\ud83d' }]);
    const ids = [...set.service.accepted.values()].map((event) => event.installation_id);
    expect(new Set(ids).size).toBe(1);
  });

  test('whose storage fails for a moment while it sends loses nothing', async () => {
    const set = await setUpPhone();
    set.phone.network = { type: 'none', isConnected: false };
    const app = startPhoneApp(set);
    for (let n = 0; n < 30; n++) await app.trackEvent('note', { n });
    set.phone.network = { type: 'wifi', isConnected: true };
    // The rows of a piece, together and one by one.
    set.phone.disk.failingReads = 11;
    await app.flush();
    await app.flush();
    expect(propertiesOf(set.service).map((properties) => properties?.n)).toHaveLength(30);
    expect(await app.stats()).toMatchObject({ queued: 0, sent: 30, dropped: {} });
  });

  test('that is told to forget its user empties a queue of more than one read returns', async () => {
    const set = await setUpPhone();
    set.phone.network = { type: 'none', isConnected: false };
    const app = startPhoneApp(set);
    for (let n = 0; n < 20; n++) await app.trackEvent('note', { text: randomText(60_000) });
    expect(await app.stats()).toMatchObject({ queued: 20, dropped: {} });
    await app.forgetMe();
    expect(await app.stats()).toMatchObject({ queued: 0 });
    expect([...set.phone.disk.values.keys()].filter((key) => /queue|chunk|acked/.test(key))).toEqual([]);
  });

  test('gzips what it sends', async () => {
    const set = await setUpPhone();
    const app = startPhoneApp(set);
    app.trackEvent('open');
    await app.flush();
    expect(set.service.ingestRequests()[0]?.headers['content-encoding']).toBe('gzip');
  });

  test('sends when it goes to the background', async () => {
    const set = await setUpPhone();
    const app = startPhoneApp(set);
    await app.trackEvent('open');
    await app.flush();
    await app.trackEvent('left');
    expect(set.service.acceptedNames()).toEqual(['open']);
    set.phone.changeState('inactive');
    set.phone.changeState('background');
    await expect.poll(() => set.service.acceptedNames()).toEqual(['open', 'left']);
  });

  test.each([
    ['29,999 ms in the background', { monotonic: 29_999, wall: 29_999 }, false],
    ['30,000 ms in the background', { monotonic: 30_000, wall: 30_000 }, true],
    ['30,000 ms of sleep', { monotonic: 0, wall: 30_000 }, true],
    ['30,000 ms during which the clock was set back', { monotonic: 30_000, wall: -60_000 }, true],
  ])('that resumes after %s sends again: %o, %s', async (_name, passed, sends) => {
    const set = await setUpPhone();
    const app = startPhoneApp(set);
    await app.trackEvent('open');
    await app.flush();
    set.phone.changeState('background');
    await app.flush();
    // A background task's event, while timers stand still.
    await app.trackEvent('resumed');
    set.phone.pass(passed);
    set.phone.changeState('active');
    await app.trackEvent('last');
    if (sends) await expect.poll(() => set.service.acceptedNames()).toContain('resumed');
    else await new Promise((resolve) => setTimeout(resolve, 50));
    expect(set.service.acceptedNames().includes('resumed')).toBe(sends);
  });

  test('starts a new session after half an hour in the background, even asleep', async () => {
    const set = await setUpPhone();
    const app = startPhoneApp(set);
    set.service.next.ingest = [{ status: 400 }];
    await app.trackEvent('waiting');
    await app.flush();
    set.phone.pass({ monotonic: 1000, wall: 30 * 60_000 - 1 });
    set.phone.changeState('active');
    await app.flush();
    expect(set.service.acceptedNames()).toEqual([]);
    set.phone.pass({ monotonic: 0, wall: 1 });
    await app.flush();
    expect(set.service.acceptedNames()).toEqual(['waiting']);
  });

  test('that a push starts in the background is not used, whatever it does there, until somebody sees it', async () => {
    const set = await setUpPhone();
    set.phone.state = 'background';
    const app = startPhoneApp(set, { autoInstall: true, autoSessions: true });
    await app.trackEvent('push_received');
    await app.enableTracking();
    await app.flush();
    expect(set.service.acceptedNames()).toEqual(['push_received']);
    set.phone.changeState('active');
    await app.flush();
    await expect
      .poll(() => set.service.acceptedNames().sort())
      .toEqual(['install', 'push_received', 'session_start']);
  });

  test('describes the device', async () => {
    const set = await setUpPhone();
    const app = startPhoneApp(set);
    app.trackEvent('open');
    await app.flush();
    expect([...set.service.accepted.values()][0]).toMatchObject({
      android_id: 'a1b2c3d4e5f60718',
      device_model: 'Pixel 9',
      os_name: 'Android',
      os_version: '16',
      app_version: '2.1.0',
      screen_resolution: '1080x2424',
      device_fingerprint_components: {
        user_agent: 'Mozilla/5.0 (Linux; Android 16)',
        device_model: 'Pixel 9',
        os_version: '16',
        screen_resolution: '1080x2424',
      },
    });
  });

  test.each([
    ['on a mobile network', { type: 'cellular', isConnected: true }, 0.8, 'no Wi-Fi'],
    [
      'on a VPN over a mobile network',
      { type: 'vpn', isConnected: true, details: { isConnectionExpensive: true } },
      0.8,
      'no Wi-Fi',
    ],
    ['without a network', { type: 'none', isConnected: false }, 0.8, 'no network'],
    ['on a network without a connection', { type: 'wifi', isConnected: false }, 0.8, 'no network'],
    ['at 14% of battery', { type: 'wifi', isConnected: true }, 0.14, 'low battery'],
    ['at 15% of battery', { type: 'wifi', isConnected: true }, 0.15, undefined],
    ['with an unknown battery', { type: 'wifi', isConnected: true }, -1, undefined],
    ['on a cable', { type: 'ethernet', isConnected: true }, 0.8, undefined],
    ['on an unknown network', { type: 'unknown', isConnected: null }, 0.8, undefined],
  ] as const)('%s: sends or holds its events', async (_name, network, battery, reason) => {
    const set = await setUpPhone();
    Object.assign(set.phone, { network, battery });
    const app = startPhoneApp(set);
    app.trackEvent('open');
    await app.flush();
    expect(set.service.acceptedNames()).toEqual(reason ? [] : ['open']);
    if (reason) expect(set.phone.log).toContain(`DEBUG deferred: ${reason}`);
  });

  test("adds the store's referrer and its times to the install", async () => {
    const set = await setUpPhone();
    const app = startPhoneApp(set);
    app.trackEvent('install');
    app.trackEvent('open');
    await app.flush();
    const [install, opened] = [...set.service.accepted.values()];
    expect(install).toMatchObject({
      referrer: 'utm_source=sms&service_click_id=c',
      referrer_click_ts: 1_767_225_600,
    });
    // The store says 0 where it does not know.
    expect(install).not.toHaveProperty('install_begin_ts');
    expect(opened).not.toHaveProperty('referrer');
  });

  test("does not replace the app's own referrer", async () => {
    const set = await setUpPhone();
    const app = startPhoneApp(set);
    app.trackEvent('install', { referrer: 'own' });
    await app.flush();
    const [install] = [...set.service.accepted.values()];
    expect(install?.referrer).toBe('own');
    expect(install).not.toHaveProperty('referrer_click_ts');
  });

  test('is not held up by packages that never answer', async () => {
    const set = await setUpPhone();
    set.phone.hangs = true;
    const app = startPhoneApp(set);
    app.trackEvent('install');
    await app.flush();
    expect(set.service.acceptedNames()).toEqual(['install']);
  }, 30_000);
});
