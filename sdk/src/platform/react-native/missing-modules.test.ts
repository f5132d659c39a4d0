import { describe, expect, test } from 'vitest';
import { setUpPhone, startPhoneApp } from '../../testing/start-phone-app.ts';
import type { NativeModules } from './native-modules.ts';

describe('a missing package', () => {
  const MISSING = {
    reactNative: 'react-native is not installed: events are not sent when the app goes to the background',
    asyncStorage:
      '@react-native-async-storage/async-storage is not installed: ' +
      'events are kept in memory only and are lost when the app ends',
    netInfo:
      '@react-native-community/netinfo or expo-network is not installed: every network counts as Wi-Fi',
    deviceInfo:
      'react-native-device-info (or expo-application, expo-device and expo-battery) is not installed: ' +
      'the battery counts as full; user agent, app version and Android id are left out',
    playInstallReferrer:
      'react-native-play-install-referrer or expo-application is not installed: installs have no referrer',
  };

  test.each(Object.entries(MISSING))(
    '(%s) is named in the log, and the rest works',
    async (name, problem) => {
      const set = await setUpPhone();
      const { [name as keyof NativeModules]: _missing, ...others } = set.phone.modules();
      const app = startPhoneApp(set, {}, others);
      expect(set.phone.log).toContain(`ERROR ${problem}`);
      expect(set.phone.log.filter((line) => line.includes('not installed'))).toHaveLength(1);
      app.trackEvent('install');
      await app.flush();
      expect(set.service.acceptedNames()).toEqual(['install']);
    },
  );

  test('is not missed where the system has nothing like it', async () => {
    const set = await setUpPhone();
    const { playInstallReferrer: _missing, ...others } = set.phone.modules('ios');
    startPhoneApp(set, {}, others);
    expect(set.phone.log.filter((line) => line.includes('not installed'))).toEqual([]);
  });

  test('any number of them may be missing', async () => {
    const set = await setUpPhone();
    const app = startPhoneApp(set, {}, {});
    app.trackEvent('open');
    await app.flush();
    expect(set.service.acceptedNames()).toEqual(['open']);
    expect(set.phone.log.filter((line) => line.includes('not installed'))).toHaveLength(4);
  });
});
