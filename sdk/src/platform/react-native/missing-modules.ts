import type { InstalledModules, NativeModules } from './native-modules.ts';

/** What the SDK does without each of the packages. */
const CONSEQUENCES: Record<keyof NativeModules, [name: string, consequence: string]> = {
  reactNative: ['react-native', 'events are not sent when the app goes to the background'],
  asyncStorage: [
    '@react-native-async-storage/async-storage',
    'events are kept in memory only and are lost when the app ends',
  ],
  netInfo: ['@react-native-community/netinfo or expo-network', 'every network counts as Wi-Fi'],
  deviceInfo: [
    'react-native-device-info (or expo-application, expo-device and expo-battery)',
    'the battery counts as full; user agent, app version and Android id are left out',
  ],
  playInstallReferrer: [
    'react-native-play-install-referrer or expo-application',
    'installs have no referrer',
  ],
};

/** A sentence for each package that is missing, with what the SDK does without it. */
export function describeMissingModules(modules: InstalledModules): string[] {
  const names = Object.keys(CONSEQUENCES) as (keyof NativeModules)[];
  return (
    names
      .filter((name) => modules[name] === undefined)
      // Only Android has install referrers.
      .filter((name) => name !== 'playInstallReferrer' || modules.reactNative?.Platform.OS === 'android')
      .map((name) => `${CONSEQUENCES[name][0]} is not installed: ${CONSEQUENCES[name][1]}`)
  );
}
