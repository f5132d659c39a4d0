import { beforeEach, describe, expect, test } from 'vitest';
import { createPhoneClient } from '../../client/create-phone-client.ts';
import {
  initPhoneApp,
  type PhoneAndService,
  setUpPhone,
  startPhoneApp,
} from '../../testing/start-phone-app.ts';
import { API_KEY } from '../../testing/start-service.ts';
import { createReactNativePlatform } from './create-react-native-platform.ts';
import type { InstalledModules } from './native-modules.ts';

const IDFV = 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F';
const IDFA = 'EA7583CD-A667-48BC-B806-42ECB2B48606';
const ZEROS = '00000000-0000-0000-0000-000000000000';
const CODE = 'abcdefghijklmnopqrstuvwxyzABCD_-';
const CLICK = '0c2b2b36-7c0d-4a0e-9c7e-5a0f1f6b9d22';

let set: PhoneAndService;
beforeEach(async () => {
  set = await setUpPhone();
});

const expoIds = (idfv: string | null = IDFV): InstalledModules => ({
  expoApplication: { getIosIdForVendorAsync: async () => idfv },
});
const expoTracking = (status: string, id: string | null = IDFA): InstalledModules => ({
  expoTrackingTransparency: {
    getTrackingPermissionsAsync: async () => ({ status }),
    getAdvertisingId: () => id,
  },
});
const community = (status: string): InstalledModules => ({
  trackingTransparency: { getTrackingStatus: async () => status },
});

async function firstEvent(modules: InstalledModules, config = {}, os: 'ios' | 'android' = 'ios') {
  const app = startPhoneApp(set, config, { ...set.phone.modules(os), ...modules });
  app.trackEvent('open');
  await app.flush();
  return { event: [...set.service.accepted.values()][0], stats: await app.stats() };
}

describe('the id of the vendor', () => {
  test.each<[string, InstalledModules, string | undefined]>([
    ['is sent where expo-application tells it', expoIds(), IDFV],
    ['is none before the first unlock', expoIds(null), undefined],
    ['is none where it is zeros', expoIds(ZEROS), undefined],
    ['is never that of a package whose id outlives the install', {}, undefined],
  ])('%s', async (_name, modules, idfv) => {
    expect((await firstEvent(modules)).event?.idfv).toBe(idfv);
  });

  test('is not asked for on Android', async () => {
    expect((await firstEvent(expoIds(), {}, 'android')).event).not.toHaveProperty('idfv');
  });
});

describe('the advertising id of iOS', () => {
  test.each<[string, InstalledModules, string | undefined, string | undefined]>([
    ['allowed, by Expo', expoTracking('granted'), IDFA, 'authorized'],
    ['allowed, but zeros', expoTracking('granted', ZEROS), undefined, 'authorized'],
    ['denied, by Expo', expoTracking('denied'), undefined, 'denied'],
    ['not asked, by Expo', expoTracking('undetermined'), undefined, 'not-determined'],
    ['denied', { ...expoTracking('granted'), ...community('denied') }, undefined, 'denied'],
    ['restricted', { ...expoTracking('granted'), ...community('restricted') }, undefined, 'restricted'],
    [
      'not asked',
      { ...expoTracking('granted'), ...community('not-determined') },
      undefined,
      'not-determined',
    ],
    ['allowed', { ...expoTracking('denied'), ...community('authorized') }, IDFA, 'authorized'],
    ['not to be known', community('unavailable'), undefined, undefined],
    ['without a package', {}, undefined, undefined],
  ])('%s', async (_name, modules, idfa, tracking) => {
    const { event, stats } = await firstEvent(modules);
    expect([event?.idfa, stats.tracking]).toEqual([idfa, tracking]);
    expect(event).not.toHaveProperty('gaid');
  });

  test('is not read if the app does not collect it', async () => {
    const { event } = await firstEvent(expoTracking('granted'), { collectAdvertisingId: false });
    expect(event).not.toHaveProperty('idfa');
  });
});

describe('the code in the clipboard', () => {
  function start(readClipboard: boolean, text: string, os: 'ios' | 'android' = 'ios') {
    const clipboard = { text, reads: 0 };
    const modules: InstalledModules = {
      ...set.phone.modules(os),
      clipboard: {
        async getString() {
          clipboard.reads++;
          return clipboard.text;
        },
        setString: (given) => {
          clipboard.text = given;
        },
      },
    };
    const client = createPhoneClient(() => ({
      ...createReactNativePlatform({ modules, readClipboard }),
      ...set.phone.timing(),
      log: set.phone.write,
    }));
    client.init({}, API_KEY, { ingestEndpoint: set.service.url, autoSessions: false });
    return { client, clipboard };
  }
  const asked = () => set.service.requestsTo('deep-link').map(({ path }) => path);

  test('is taken once, and leads the install to its click', async () => {
    set.service.next['deep-link'] = [{ status: 200, body: JSON.stringify({ clickId: CLICK }) }];
    const { client, clipboard } = start(true, `tributary:${CODE}`);
    await client.flush();
    expect(asked()).toEqual([`/v1/deep-link?app_id=a&code=${CODE}`]);
    expect([...set.service.accepted.values()]).toMatchObject([
      { event_type: 'install', referrer: `service_click_id=${CLICK}` },
    ]);
    expect(clipboard.text).toBe('');
    await client.close();
    const again = start(true, `tributary:${CODE}`);
    await again.client.flush();
    expect(again.clipboard.reads).toBe(0);
    await again.client.close();
  });

  test.each<[string, boolean, string, 'ios' | 'android', number]>([
    ['unless the app has opted in, nothing is read', false, `tributary:${CODE}`, 'ios', 0],
    ['on Android nothing is read', true, `tributary:${CODE}`, 'android', 0],
    ['another text is left alone', true, 'https://shop.example/secret', 'ios', 1],
    ['a code that is too long is left alone', true, `tributary:${CODE}x`, 'ios', 1],
  ])('%s', async (_name, optedIn, text, os, reads) => {
    const { client, clipboard } = start(optedIn, text, os);
    await client.flush();
    expect([asked(), clipboard.text, clipboard.reads]).toEqual([[], text, reads]);
    await client.close();
  });
});

describe('with the packages of Expo alone', () => {
  const expo = (os: 'ios' | 'android'): InstalledModules => ({
    ...set.phone.modules(os),
    netInfo: undefined,
    deviceInfo: undefined,
    playInstallReferrer: undefined,
    expoApplication: {
      nativeApplicationVersion: '3.4.5',
      getAndroidId: () => 'expo-android-id',
      getInstallReferrerAsync: async () => `service_click_id=${CLICK}`,
    },
    expoBattery: { getBatteryLevelAsync: async () => 0.9 },
    expoDevice: { modelName: 'Pixel 8', osName: 'Android', osVersion: '15' },
    expoNetwork: { getNetworkStateAsync: async () => ({ type: 'WIFI', isConnected: true }) },
  });

  test('an install has the device and the store’s referrer, and nothing is said to be missing', async () => {
    const client = createPhoneClient(() => createReactNativePlatform({ modules: expo('android') }));
    client.init({}, API_KEY, { ingestEndpoint: set.service.url, autoSessions: false });
    await client.flush();
    await client.close();
    expect([...set.service.accepted.values()]).toMatchObject([
      {
        event_type: 'install',
        android_id: 'expo-android-id',
        device_model: 'Pixel 8',
        os_name: 'Android',
        os_version: '15',
        app_version: '3.4.5',
        referrer: `service_click_id=${CLICK}`,
        language: expect.any(String),
        time_zone: expect.any(String),
      },
    ]);
  });

  test.each([
    ['CELLULAR', true, 0],
    ['NONE', false, 0],
    ['ETHERNET', true, 1],
    ['UNKNOWN', true, 1],
  ])('on a network of kind %s, events %s', async (type, isConnected, count) => {
    const modules = {
      ...expo('android'),
      expoNetwork: { getNetworkStateAsync: async () => ({ type, isConnected }) },
    };
    const client = startPhoneApp(set, {}, modules);
    client.trackEvent('open');
    await client.flush();
    expect(set.service.accepted.size).toBe(count);
  });

  test('with a low battery events wait', async () => {
    const modules = { ...expo('ios'), expoBattery: { getBatteryLevelAsync: async () => 0.1 } };
    const client = createPhoneClient((platform: ReturnType<typeof createReactNativePlatform>) => platform);
    initPhoneApp(client, set, {}, modules);
    client.trackEvent('open');
    await client.flush();
    await client.close();
    expect(set.service.accepted.size).toBe(0);
  });
});
