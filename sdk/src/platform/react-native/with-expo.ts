import type { InstalledModules, NativeModules } from './native-modules.ts';

/** The modules, with Expo's in the place of those of the community that are missing. */
export function withExpo(modules: InstalledModules): InstalledModules {
  return {
    ...modules,
    netInfo: modules.netInfo ?? expoNetInfo(modules),
    deviceInfo: modules.deviceInfo ?? expoDeviceInfo(modules),
    playInstallReferrer: modules.playInstallReferrer ?? expoInstallReferrer(modules),
    clipboard: modules.clipboard ?? expoClipboard(modules),
  };
}

function expoNetInfo({ expoNetwork }: InstalledModules): NativeModules['netInfo'] | undefined {
  return (
    expoNetwork && {
      async fetch() {
        const { type = 'UNKNOWN', isConnected } = await expoNetwork.getNetworkStateAsync();
        return { type: type.toLowerCase(), isConnected: isConnected ?? null };
      },
    }
  );
}

function expoDeviceInfo({
  expoApplication,
  expoBattery,
  expoDevice,
}: InstalledModules): NativeModules['deviceInfo'] | undefined {
  if (!expoApplication && !expoBattery && !expoDevice) return undefined;
  return {
    getBatteryLevel: async () => (await expoBattery?.getBatteryLevelAsync()) ?? -1,
    getModel: () => expoDevice?.modelName ?? undefined,
    getSystemName: () => expoDevice?.osName ?? undefined,
    getSystemVersion: () => expoDevice?.osVersion ?? undefined,
    getVersion: () => expoApplication?.nativeApplicationVersion ?? undefined,
    getAndroidId: async () => expoApplication?.getAndroidId?.(),
    // Expo tells none.
    getUserAgent: async () => undefined,
  };
}

function expoInstallReferrer({
  expoApplication,
}: InstalledModules): NativeModules['playInstallReferrer'] | undefined {
  const read = expoApplication?.getInstallReferrerAsync;
  if (!expoApplication || !read) return undefined;
  return {
    getInstallReferrerInfo(callback) {
      const none = () => callback(null, null);
      read.call(expoApplication).then((installReferrer) => {
        callback(
          { installReferrer, referrerClickTimestampSeconds: 0, installBeginTimestampSeconds: 0 },
          null,
        );
      }, none);
    },
  };
}

function expoClipboard({ expoClipboard }: InstalledModules): InstalledModules['clipboard'] {
  return (
    expoClipboard && {
      getString: () => expoClipboard.getStringAsync(),
      setString: (text) => void expoClipboard.setStringAsync(text),
    }
  );
}
