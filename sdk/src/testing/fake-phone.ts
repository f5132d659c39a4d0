import type { Platform } from '../platform/platform.ts';
import type { NativeModules, NetInfoState, ReactNative } from '../platform/react-native/native-modules.ts';
import { createFakeDisk } from './fake-async-storage.ts';

function listenTo<Listener>(listeners: Set<Listener>, listener: Listener) {
  listeners.add(listener);
  return { remove: () => listeners.delete(listener) };
}

function appStateOf(
  phone: { state: string },
  listeners: Set<(state: string) => void>,
): NonNullable<ReactNative['AppState']> {
  return {
    get currentState() {
      return phone.state;
    },
    addEventListener: (_type, listener) => listenTo(listeners, listener),
  };
}

/** A phone whose system answers as the test says, and whose time passes as the test says. */
export function createPhone() {
  const listeners = new Set<(state: string) => void>();
  const urlListeners = new Set<(event: { url: string }) => void>();
  let [now, monotonic] = [1_767_225_600_000, 1000];
  const phone = {
    disk: createFakeDisk(),
    network: { type: 'wifi', isConnected: true } as NetInfoState,
    /** 0 to 1, or -1. */
    battery: 0.8,
    hangs: false, // No package ever answers, the storage apart.
    log: [] as string[],
    /** The app's state as the system tells it. */
    state: 'active' as string,
    /** The URL that the app was started by. */
    initialUrl: null as string | null,
    write: (level: string, message: string) => phone.log.push(`${level} ${message}`),

    changeState(state: 'active' | 'inactive' | 'background'): void {
      phone.state = state;
      for (const listener of [...listeners]) listener(state);
    },
    /** A URL opens the running app. */
    openUrl(url: string): void {
      for (const listener of [...urlListeners]) listener({ url });
    },
    pass(ms: { monotonic: number; wall: number }): void {
      monotonic += ms.monotonic;
      now += ms.wall;
    },
    /** The clocks, and timers that do not run, as in an app that the system has suspended. */
    timing: (): Pick<Platform, 'clock' | 'timers'> => ({
      clock: { now: () => now, monotonic: () => monotonic, epoch: 'start', countsSleep: false },
      timers: { after: () => () => {} },
    }),
    /** All packages, as installed in an app for that system. */
    modules(os: 'android' | 'ios' = 'android'): NativeModules {
      const answer = <Result>(result: Result): Promise<Result> =>
        phone.hangs ? new Promise(() => {}) : Promise.resolve(result);
      return {
        reactNative: {
          AppState: appStateOf(phone, listeners),
          Platform: { OS: os, Version: 36, constants: { Model: 'Pixel', Release: '16' } },
          Linking: {
            getInitialURL: () => answer(phone.initialUrl),
            addEventListener: (_type, listener) => listenTo(urlListeners, listener),
          },
          Dimensions: { get: () => ({ width: 411.43, height: 923.43, scale: 2.625 }) },
        },
        asyncStorage: phone.disk.storage(),
        netInfo: { fetch: () => answer(phone.network) },
        deviceInfo: {
          getBatteryLevel: () => answer(phone.battery),
          getModel: () => 'Pixel 9',
          getSystemName: () => 'Android',
          getSystemVersion: () => '16',
          getVersion: () => '2.1.0',
          getAndroidId: () => answer('a1b2c3d4e5f60718'),
          getUserAgent: () => answer('Mozilla/5.0 (Linux; Android 16)'),
        },
        playInstallReferrer: {
          getInstallReferrerInfo(callback) {
            if (phone.hangs) return;
            const info = {
              installReferrer: 'utm_source=sms&service_click_id=c',
              referrerClickTimestampSeconds: '1767225600',
              installBeginTimestampSeconds: 0,
            };
            setTimeout(() => callback(info, null));
          },
        },
      };
    },
  };
  return phone;
}

export type Phone = ReturnType<typeof createPhone>;
