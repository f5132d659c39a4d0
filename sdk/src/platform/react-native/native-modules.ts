/**
 * The parts of React Native and its community packages that the SDK uses. They are described here instead of imported,
 * so that none of the packages has to be installed. Those of Expo take the place of the community's (with-expo.ts). Checked against the types of react-native 0.88, async-storage 2.2 and
 * 3.1, netinfo 12.0, device-info 15.0 and play-install-referrer 2.0.
 */
export interface NativeModules {
  reactNative: ReactNative;
  asyncStorage: AsyncStorage;
  netInfo: NetInfo;
  deviceInfo: DeviceInfo;
  playInstallReferrer: PlayInstallReferrer;
}

/** Packages that have no counterpart, and those of Expo. Checked against the types of version 57. */
interface FurtherModules {
  /** `@react-native-clipboard/clipboard`. */
  clipboard: { getString(): Promise<string>; setString(text: string): void };
  /** `react-native-tracking-transparency`. */
  trackingTransparency: { getTrackingStatus(): Promise<string> };
  expoApplication: {
    nativeApplicationVersion?: string | null;
    getAndroidId?(): string | Promise<string>;
    getIosIdForVendorAsync?(): Promise<string | null>;
    getInstallReferrerAsync?(): Promise<string>;
  };
  expoBattery: { getBatteryLevelAsync(): Promise<number> };
  expoClipboard: { getStringAsync(): Promise<string>; setStringAsync(text: string): Promise<unknown> };
  expoDevice: { modelName: string | null; osName: string | null; osVersion: string | null };
  expoNetwork: { getNetworkStateAsync(): Promise<{ type?: string; isConnected?: boolean }> };
  expoTrackingTransparency: {
    getTrackingPermissionsAsync(): Promise<{ status: string }>;
    getAdvertisingId?(): string | null;
  };
}

/** What an app may have installed. */
type AllModules = NativeModules & FurtherModules;
export type InstalledModules = { [Name in keyof AllModules]?: AllModules[Name] | undefined };

/** `react-native`, from 0.72. */
export interface ReactNative {
  /** Missing where it is replaced for tests. */
  AppState?: {
    currentState?: string;
    addEventListener?(type: 'change', listener: (state: string) => void): { remove(): void };
  };
  Platform: { OS: string; Version: string | number; constants?: object };
  Linking?: {
    getInitialURL(): Promise<string | null>;
    addEventListener(type: 'url', listener: (event: { url: string }) => void): { remove(): void };
  };
  Dimensions: { get(of: 'screen'): { width: number; height: number; scale: number } };
}

/** `@react-native-async-storage/async-storage`, from 1.17; version 3 renamed what works on several keys. */
export interface AsyncStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  getAllKeys(): Promise<readonly string[]>;
  multiGet?(keys: readonly string[]): Promise<readonly (readonly [key: string, value: string | null])[]>;
  multiRemove?(keys: readonly string[]): Promise<void>;
  getMany?(keys: string[]): Promise<Record<string, string | null>>;
  removeMany?(keys: string[]): Promise<void>;
}

/** `@react-native-community/netinfo`, from 9. */
interface NetInfo {
  fetch(): Promise<NetInfoState>;
}

export interface NetInfoState {
  type: string;
  isConnected: boolean | null;
  details?: object | null;
}

/** `react-native-device-info`, from 10. */
interface DeviceInfo {
  /** 0 to 1, or -1 if unknown. */
  getBatteryLevel(): Promise<number>;
  getModel(): string | undefined;
  getSystemName(): string | undefined;
  getSystemVersion(): string | undefined;
  getVersion(): string | undefined;
  getAndroidId(): Promise<string | undefined>;
  getUserAgent(): Promise<string | undefined>;
}

/** `PlayInstallReferrer` of `react-native-play-install-referrer`, from 1.1. */
interface PlayInstallReferrer {
  getInstallReferrerInfo(
    callback: (
      info: {
        installReferrer: string | null;
        /** Unix s; 0 if unknown. Version 1 passes them as text. */
        referrerClickTimestampSeconds: number | string;
        installBeginTimestampSeconds: number | string;
      } | null,
      error: object | null,
    ) => void,
  ): void;
}
