import { createNativeNetworking, type EmitEvent } from './native-networking.ts';
import { answeringAll } from './native-screen.ts';

export type System = 'android' | 'ios';

interface NativeParts {
  readonly system: System;
  /** What AsyncStorage keeps, beyond the app's process. */
  readonly disk: Map<string, string>;
  /** By which the system starts the app. */
  readonly initialUrl: string | null;
  readonly emit: EmitEvent;
  /** Takes errors that the app does not catch. */
  readonly write: (text: string) => void;
}

const SCREEN = { width: 1080, height: 2424, scale: 2.625, fontScale: 1, densityDpi: 420 };
const WIFI = { type: 'wifi', isConnected: true, isInternetReachable: true, details: {} };

const CONSTANTS = {
  android: { Version: 36, Release: '16', Model: 'Pixel 9', Brand: 'google', uiMode: 'normal' },
  ios: { systemName: 'iOS', osVersion: '26.0', interfaceIdiom: 'phone', forceTouchAvailable: false },
};
const DIMENSIONS = {
  android: { windowPhysicalPixels: SCREEN, screenPhysicalPixels: SCREEN },
  ios: { window: SCREEN, screen: SCREEN },
};

/** The native modules that the bundle asks for by name, with a system behind them. One that is not here does nothing. */
export function createNativeModules({ system, disk, initialUrl, emit, write }: NativeParts) {
  const network = createNativeNetworking(emit);
  const constant = (value: object) => ({ getConstants: () => value });
  const linking = { getInitialURL: async () => initialUrl };
  const modules: Record<string, object> = {
    PlatformConstants: constant({
      ...CONSTANTS[system],
      isTesting: false,
      reactNativeVersion: { major: 0, minor: 88, patch: 1 },
    }),
    DeviceInfo: constant({ Dimensions: DIMENSIONS[system] }),
    SourceCode: constant({ scriptURL: 'file:///app.js' }),
    NativeMicrotasksCxx: { queueMicrotask },
    NativePerformanceCxx: { now: () => performance.now() },
    AppState: {
      ...constant({ initialAppState: 'active' }),
      getCurrentAppState: (tell: (state: object) => void) => tell({ app_state: 'active' }),
    },
    [system === 'android' ? 'IntentAndroid' : 'LinkingManager']: linking,
    RNAsyncStorage: asyncStorage(disk),
    RNCNetInfo: { getCurrentState: async () => WIFI },
    ExceptionsManager: { reportException: (error: object) => write(JSON.stringify(error)) },
    Networking: network[system],
    BlobModule: network.blobs,
    FileReaderModule: network.files,
  };
  const known = new Map<string, object>();
  return (name: string): object => {
    const found = known.get(name) ?? answeringAll(modules[name] ?? {});
    known.set(name, found);
    return found;
  };
}

const asyncStorage = (disk: Map<string, string>) => ({
  legacy_multiGet: async (keys: readonly string[]) => keys.map((key) => [key, disk.get(key) ?? null]),
  async legacy_multiSet(pairs: readonly (readonly [string, string])[]) {
    for (const [key, value] of pairs) disk.set(key, value);
  },
  async legacy_multiRemove(keys: readonly string[]) {
    for (const key of keys) disk.delete(key);
  },
  legacy_getAllKeys: async () => [...disk.keys()],
});
