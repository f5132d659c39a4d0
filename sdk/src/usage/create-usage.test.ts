import { beforeEach, describe, expect, test } from 'vitest';
import type { KeyValueStore } from '../platform/platform.ts';
import type { Device } from '../testing/controlled-device.ts';
import { MINUTE_MS, runApp } from '../testing/run-app.ts';
import { setUpDevice } from '../testing/set-up-device.ts';
import type { Service } from '../testing/start-service.ts';

const CLICK = '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22';

const fails = () => Promise.reject(new Error('it is forbidden'));

let service: Service;
let device: Device;

beforeEach(async () => {
  ({ service, device } = await setUpDevice());
  device.isInteractive = true;
});

const accepted = () => [...service.accepted.values()];
const named = (name: string) => accepted().filter(({ event_type }) => event_type === name);

describe('the install', () => {
  test("is tracked at the first start only, with the store's referrer and its times", async () => {
    device.installReferrer = {
      referrer: `service_click_id=${CLICK}`,
      referrer_click_ts: 1_767_225_600,
      install_begin_ts: 1_767_225_700,
    };
    const { now } = device;
    for (let start = 0; start < 3; start++) await runApp(device);
    expect(named('install')).toEqual([
      expect.objectContaining({ ...device.installReferrer, timestamp: now }),
    ]);
  });

  test('is tracked when the user agrees, if that is later than the first start', async () => {
    const client = device.start({ trackingEnabled: false });
    await client.flush();
    await client.close();
    device.advance(MINUTE_MS);
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
    await runApp(device, 1, { autoSessions: false });
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
    await runApp(device);
    await runApp(device);
    expect(accepted()).toEqual([]);
    service.config = {};
    await runApp(device);
    await runApp(device);
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
      await runApp(device);
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
    await runApp(device, 1, config);
    expect(named('install')).toHaveLength(installs);
  });
});
