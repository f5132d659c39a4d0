import { setTimeout as pause } from 'node:timers/promises';
import type { Opening } from '@tributary/sdk/react-native';
import { createFakeDisk } from '@tributary/sdk/testing/fake-async-storage';
import { createPhone, type Phone } from '@tributary/sdk/testing/fake-phone';
import type { PhoneSdk, StartCode } from './bundle-phone-app.ts';

const ANSWERS_WITHIN_MS = 15_000;
/** As long as one listens for what must not come. */
const QUIET_MS = 250;

/** A process of the app on the phone. */
export interface AppProcess {
  readonly tributary: PhoneSdk['Tributary'];
  /** What its listener was told so far. */
  readonly told: readonly Opening[];
  /** Sets the listener. */
  listen(): void;
  /** What the listener was told, once it is that much and nothing more comes. */
  hears(count: number): Promise<readonly Opening[]>;
  /** The system opens a URL in the running app. */
  openUrl(url: string): void;
  background(): void;
  foreground(): void;
  /** Ends it abruptly. */
  kill(): void;
}

/** A phone, whose disk outlives the processes of the app: an Android phone, until it is said to be an iPhone. */
export interface EmulatedPhone {
  /** Starts a process. @param initialUrl by which the system starts it */
  launch(initialUrl?: string): AppProcess;
  /** What the store passes on to the app from now on. */
  storeReferrer(referrer: string): void;
  /** It is an iPhone from now on, with that text in its clipboard. */
  becomeIphone(clipboard: string): void;
  /** What is in the clipboard. */
  clipboard(): string;
  /** The app is removed, with all it has stored, and installed again. */
  reinstall(): void;
  /** Ends what runs. */
  close(): void;
}

/** What of the phone outlives the processes of its apps. */
interface Hardware {
  readonly androidId: string;
  system: 'android' | 'ios';
  disk: ReturnType<typeof createFakeDisk>;
  /** What the store passes on. */
  referrer: string;
  clipboard: string;
}

/** @param androidId the phone's own, which a new installation keeps */
export function createEmulatedPhone(startCode: StartCode, androidId: string): EmulatedPhone {
  const hardware: Hardware = {
    androidId,
    system: 'android',
    disk: createFakeDisk(),
    referrer: '',
    clipboard: '',
  };
  const running = new Set<AppProcess>();
  return {
    launch(initialUrl) {
      const app = startProcess(startCode, hardware, initialUrl ?? null);
      running.add(app);
      return app;
    },
    storeReferrer(given) {
      hardware.referrer = given;
    },
    becomeIphone(given) {
      Object.assign(hardware, { system: 'ios', clipboard: given });
    },
    clipboard: () => hardware.clipboard,
    reinstall() {
      for (const app of running) app.kill();
      hardware.disk = createFakeDisk();
    },
    close() {
      for (const app of running) app.kill();
    },
  };
}

function startProcess(startCode: StartCode, hardware: Hardware, initialUrl: string | null): AppProcess {
  const device = Object.assign(createPhone(), { disk: hardware.disk, initialUrl });
  const told: Opening[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let isAlive = true;
  const { Tributary: tributary } = startCode({
    packages: installedPackages(hardware, device, () => isAlive),
    setTimeout(run, delayMs) {
      const timer = setTimeout(() => isAlive && run(), delayMs);
      timers.add(timer);
      return timer;
    },
  });
  return {
    tributary,
    told,
    listen: () => tributary.setDeepLinkListener((opening) => told.push(opening)),
    async hears(count) {
      const until = Date.now() + ANSWERS_WITHIN_MS;
      while (told.length < count && Date.now() < until) await pause(10);
      await pause(QUIET_MS);
      return told;
    },
    openUrl: device.openUrl,
    background: () => device.changeState('background'),
    foreground: () => device.changeState('active'),
    kill() {
      isAlive = false;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function installedPackages(hardware: Hardware, device: Phone, isAlive: () => boolean) {
  const { reactNative, asyncStorage, netInfo, deviceInfo } = device.modules(hardware.system);
  return {
    'react-native': reactNative,
    '@react-native-async-storage/async-storage': endingWith(asyncStorage, isAlive),
    '@react-native-community/netinfo': netInfo,
    'react-native-device-info': { ...deviceInfo, getAndroidId: async () => hardware.androidId },
    ...(hardware.system === 'android'
      ? { 'react-native-play-install-referrer': { PlayInstallReferrer: storeOf(hardware) } }
      : { '@react-native-clipboard/clipboard': clipboardOf(hardware) }),
  };
}

function clipboardOf(hardware: Hardware) {
  return {
    getString: async () => hardware.clipboard,
    setString(text: string): void {
      hardware.clipboard = text;
    },
  };
}

function storeOf({ referrer }: Hardware) {
  return {
    getInstallReferrerInfo(callback: (info: object, error: null) => void): void {
      const times = { referrerClickTimestampSeconds: 0, installBeginTimestampSeconds: 0 };
      callback({ installReferrer: referrer, ...times }, null);
    },
  };
}

/** A package whose calls are not carried out any more, and never answered, once the process has ended. */
function endingWith<Package extends object>(given: Package, isAlive: () => boolean): Package {
  return new Proxy(given, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => (isAlive() ? member.apply(target, args) : new Promise(() => {}));
    },
  });
}
