import { beforeEach, describe, expect, test } from 'vitest';
import type { ClientConfig } from '../config/client-config.ts';
import type { KeyValueStore } from '../platform/platform.ts';
import { queueName } from '../storage/queue-name.ts';
import type { Device } from '../testing/controlled-device.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import { API_KEY, type Service } from '../testing/start-service.ts';
import { SESSION_GAP_MS } from './create-usage.ts';

const CLICK = '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22';
const MINUTE = 60_000;

const fails = () => Promise.reject(new Error('it is forbidden'));

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
  device.isInteractive = true;
});

const accepted = () => [...service.accepted.values()];
const named = (name: string) => accepted().filter(({ event_type }) => event_type === name);

/** The app is started, used for a while and ended. */
async function runApp(minutes = 1, config: ClientConfig = {}): Promise<void> {
  const client = device.start(config);
  await client.flush();
  device.advance(minutes * MINUTE);
  device.background();
  await client.flush();
  await client.close();
}

describe('the install', () => {
  test("is tracked at the first start only, with the store's referrer and its times", async () => {
    device.installReferrer = {
      referrer: `service_click_id=${CLICK}`,
      referrer_click_ts: 1_767_225_600,
      install_begin_ts: 1_767_225_700,
    };
    const { now } = device;
    for (let start = 0; start < 3; start++) await runApp();
    expect(named('install')).toEqual([
      expect.objectContaining({ ...device.installReferrer, timestamp: now }),
    ]);
  });

  test('is tracked when the user agrees, if that is later than the first start', async () => {
    const client = device.start({ trackingEnabled: false });
    await client.flush();
    await client.close();
    device.advance(MINUTE);
    const agreed = device.start({ trackingEnabled: false });
    await agreed.enableTracking();
    await agreed.flush();
    expect(accepted().map(({ event_type, timestamp }) => [event_type, timestamp])).toEqual([
      ['install', device.now],
      ['session_start', device.now],
    ]);
  });

  test('of the app itself, in the turn of init, takes its place', async () => {
    const client = device.start({ autoSessions: false });
    await client.trackEvent('install', { referrer: 'own' });
    await client.flush();
    await client.close();
    await runApp(1, { autoSessions: false });
    expect(accepted()).toEqual([expect.objectContaining({ event_type: 'install', referrer: 'own' })]);
  });

  test('has the same id in two tabs that are opened at once, so the service counts one', async () => {
    const tabs = [device.start({ autoSessions: false }), device.start({ autoSessions: false })];
    await Promise.all(tabs.map((tab) => tab.flush()));
    await Promise.all(tabs.map((tab) => tab.flush()));
    expect(accepted().map(({ event_id }) => event_id)).toEqual([
      `install-${await tabs[0]?.installationId()}`,
    ]);
  });

  test('is tracked again at the next start if it could not be stored', async () => {
    service.config = { tracking_enabled: false };
    await runApp();
    await runApp();
    expect(accepted()).toEqual([]);
    service.config = {};
    await runApp();
    await runApp();
    expect(named('install')).toHaveLength(1);
  });

  test.each([
    ['volatile', () => ({ isVolatile: true }), 1],
    ['broken', (values: KeyValueStore) => ({ values: { ...values, set: fails, setIfAbsent: fails } }), 1],
    [
      'not even readable',
      // Nothing at all is sent then: the user may have objected.
      (values: KeyValueStore) => ({ values: { ...values, get: fails, set: fails, setIfAbsent: fails } }),
      0,
    ],
  ])(
    'is not tracked while the storage is %s, which would be at every start',
    async (_name, change, sessions) => {
      const { storage } = device.platform();
      device.storage = { ...storage, ...change(storage.values) };
      await runApp();
      expect(named('install')).toEqual([]);
      expect(named('session_start')).toHaveLength(sessions);
    },
  );

  test.each([
    ['with autoInstall: false', true, { autoInstall: false }, 0],
    ['where no person uses the program', false, {}, 0],
    ['where no person uses the program, but with autoInstall', false, { autoInstall: true }, 1],
  ])('%s', async (_name, isInteractive, config, installs) => {
    device.isInteractive = isInteractive;
    await runApp(1, config);
    expect(named('install')).toHaveLength(installs);
  });
});

describe('a session', () => {
  const sessions = () =>
    accepted()
      .filter(({ event_type }) => event_type.startsWith('session'))
      .map(({ event_type, timestamp, event_properties }) => [
        event_type,
        timestamp,
        event_properties?.duration_ms,
      ]);

  test.each([
    ['1 ms less than half an hour', SESSION_GAP_MS - 1, false],
    ['half an hour', SESSION_GAP_MS, true],
    ['a day', 24 * 60 * MINUTE, true],
  ])('after %s without use: another one starts: %s', async (_name, gap, starts) => {
    const first = device.now;
    await runApp(5);
    const left = device.now;
    device.advance(gap);
    const second = device.now;
    await runApp(1);
    expect(sessions()).toEqual([
      ['session_start', first, undefined],
      ...(starts
        ? [
            ['session_end', left, 5 * MINUTE],
            ['session_start', second, undefined],
          ]
        : []),
    ]);
  });

  test('ends with the last use, however often the app went to the background', async () => {
    const client = device.start();
    await client.flush();
    for (let at = 0; at < 3; at++) {
      device.advance(10 * MINUTE);
      device.background();
      device.advance(10 * MINUTE);
      device.foreground();
      await client.flush();
    }
    device.background();
    const left = device.now;
    device.advance(SESSION_GAP_MS);
    device.foreground();
    await client.flush();
    const [start, end, next] = sessions();
    expect(start?.[0]).toBe('session_start');
    expect(end).toEqual(['session_end', left, 60 * MINUTE]);
    expect(next).toEqual(['session_start', device.now, undefined]);
    // How long ago it ended, by the clock that is never adjusted.
    expect(named('session_end')[0]?.age_ms).toBe(SESSION_GAP_MS);
  });

  test('whose process is killed ends with the last interval of its use', async () => {
    const killed = device.start();
    await killed.flush();
    device.advance(MINUTE);
    const noted = device.now;
    device.tick();
    await killed.flush();
    device.advance(SESSION_GAP_MS);
    await runApp();
    expect(sessions()[1]).toEqual(['session_end', noted, MINUTE]);
  });

  test('is not harmed by a clock that is set back', async () => {
    await runApp(5);
    device.now -= 24 * 60 * MINUTE;
    const { now } = device;
    await runApp(5);
    expect(sessions().slice(1)).toEqual([
      ['session_end', now, 5 * MINUTE],
      ['session_start', now, undefined],
    ]);
  });

  test.each([
    ['torn', '{"startedAt":1'],
    ['of other types', '{"startedAt":"1","lastAt":null}'],
  ])('that is stored %s counts as none', async (_name, stored) => {
    const client = device.start({ trackingEnabled: false });
    await client.close();
    const { values } = device.platform().storage;
    await values.set(`${queueName(API_KEY)}.session`, stored);
    await runApp();
    expect(sessions()).toHaveLength(1);
  });

  test('that the app tracks itself takes its place', async () => {
    const client = device.start({ autoInstall: false });
    client.trackEvent('session_start', { own: true });
    await client.flush();
    expect(accepted()).toEqual([expect.objectContaining({ event_properties: { own: true } })]);
  });

  test('starts when the user allows tracking again', async () => {
    const client = device.start({ autoInstall: false });
    await client.flush();
    await client.disableTracking();
    device.advance(SESSION_GAP_MS);
    await client.enableTracking();
    await client.flush();
    expect(sessions().map(([name]) => name)).toEqual(['session_start', 'session_end', 'session_start']);
  });

  test('starts when the user allows tracking again, who has objected while the last one was read', async () => {
    const { storage } = device.platform();
    const reading = Promise.withResolvers<void>();
    const mayRead = Promise.withResolvers<void>();
    const get = async (key: string) => {
      if (key.endsWith('.session')) {
        reading.resolve();
        await mayRead.promise;
      }
      return storage.values.get(key);
    };
    device.storage = { ...storage, values: { ...storage.values, get } };
    const client = device.start({ autoInstall: false });
    await reading.promise;
    await client.disableTracking();
    mayRead.resolve();
    await client.flush();
    await client.enableTracking();
    await client.flush();
    expect(sessions().map(([name]) => name)).toEqual(['session_start']);
  });

  test('is not tracked with autoSessions: false', async () => {
    await runApp(1, { autoSessions: false });
    expect(sessions()).toEqual([]);
  });
});
