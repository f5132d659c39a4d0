// Not the entry for Node, which needs modules that a phone does not have.
import { gzipSync } from 'fflate/browser';
import { uuidV4 } from '../../ids/uuid.ts';
import { consoleLog } from '../console-log.ts';
import { fetchHttp } from '../fetch-http.ts';
import type { Lease, Lifecycle, Platform, Timers } from '../platform.ts';
import { createAsyncStorageQueues } from './async-storage/async-storage-event-store.ts';
import { createAsyncStorageValues } from './async-storage/async-storage-values.ts';
import { createMemoryAsyncStorage } from './async-storage/memory-async-storage.ts';
import { readClipboardCode } from './clipboard-code.ts';
import { nativeBattery, nativeDevice, nativeInstallReferrer, nativeNetwork } from './device-state.ts';
import { findNativeModules } from './find-native-modules.ts';
import { readIdfa, readIdfv, readTrackingStatus } from './ios-facts.ts';
import { createLinkSource } from './link-source.ts';
import { describeMissingModules } from './missing-modules.ts';
import type { InstalledModules, ReactNative } from './native-modules.ts';
import { randomBytes } from './random-bytes.ts';
import { withExpo } from './with-expo.ts';
import { within } from './within.ts';

/** What a React Native app passes to `init`. */
export interface ReactNativeContext {
  /** Sent with every event; by default what `react-native-device-info` knows. */
  appVersion?: string;
  /** Reads the advertising id, for example with a package of the app's choice; on iOS only once the user allows tracking. */
  advertisingId?: () => Promise<string | undefined>;
  /**
   * The hosts of the service's links: URLs of others, such as an app's own, are not asked for. By default every http or
   * https URL that opens the app is.
   */
  linkHosts?: readonly string[];
  /** Used instead of the packages that are installed, where a bundler cannot find those or they have other names. */
  modules?: InstalledModules;
  /**
   * Reads the code of a landing page from the clipboard of an iPhone at the first start, for which the system may ask the
   * user; by default it is never read.
   */
  readClipboard?: boolean;
}

/** Set by Metro. */
declare const __DEV__: boolean | undefined;

const ADVERTISING_ID_MS = 2000;

// One per start of the app: readings of its monotonic clock mean nothing in another.
const EPOCH = uuidV4(randomBytes);

/** The platform of a React Native app; packages that are missing are named in the log. */
export function createReactNativePlatform(context: ReactNativeContext): Platform {
  const modules = withExpo({ ...findNativeModules(), ...context.modules });
  const isIos = modules.reactNative?.Platform.OS === 'ios';
  const readId = context.advertisingId;
  const storage = modules.asyncStorage ?? createMemoryAsyncStorage();
  return {
    clock: { now: Date.now, monotonic: () => performance.now(), epoch: EPOCH, countsSleep: false },
    timers,
    randomBytes,
    http: fetchHttp,
    gzip: async (body) => gzipSync(body, { mtime: 0 }),
    storage: {
      isVolatile: !modules.asyncStorage,
      values: createAsyncStorageValues(storage),
      openEvents: createAsyncStorageQueues(storage, randomBytes),
      openLease: async () => alwaysHeld,
    },
    network: () => nativeNetwork(modules),
    batteryPercent: () => nativeBattery(modules),
    device: async () => {
      const [device, idfv] = await Promise.all([
        nativeDevice(modules, context.appVersion),
        readIdfv(modules),
      ]);
      return { ...device, ...(idfv && { idfv }) };
    },
    advertisingId: async () => (readId && !isIos ? within(ADVERTISING_ID_MS, readId) : undefined),
    idfa: () => readIdfa(modules, readId),
    trackingStatus: () => readTrackingStatus(modules),
    clipboardCode: context.readClipboard ? () => readClipboardCode(modules) : undefined,
    installReferrer: () => nativeInstallReferrer(modules),
    lifecycle: createLifecycle(modules.reactNative),
    links: createLinkSource(modules.reactNative, context.linkHosts),
    isInteractive: true,
    isDevelopment: typeof __DEV__ !== 'undefined' && __DEV__,
    log: consoleLog,
    explain: ({ error }) => describeMissingModules(modules).forEach(error),
  };
}

/** An app is one process. */
const alwaysHeld: Lease = { acquire: async () => true, release: async () => {} };

const timers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

function createLifecycle(reactNative: ReactNative | undefined): Lifecycle {
  const onState = (wanted: string) => (listener: () => void) => {
    const subscription = reactNative?.AppState?.addEventListener?.('change', (state) => {
      if (state === wanted) listener();
    });
    return () => subscription?.remove();
  };
  return {
    onBackground: onState('background'),
    onForeground: onState('active'),
    isBackground: () => reactNative?.AppState?.currentState === 'background',
  };
}
