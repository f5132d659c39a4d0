import { setTimeout as pause } from 'node:timers/promises';
import type { Opening } from '@tributary/sdk/react-native';
import { createFakeDisk } from '@tributary/sdk/testing/fake-async-storage';
import { createPhone } from '@tributary/sdk/testing/fake-phone';
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

/** An Android phone, whose disk outlives the processes of the app. */
export interface EmulatedPhone {
  /** Starts a process. @param initialUrl by which the system starts it */
  launch(initialUrl?: string): AppProcess;
  /** What the store passes on to the app from now on. */
  storeReferrer(referrer: string): void;
  /** The app is removed, with all it has stored, and installed again. */
  reinstall(): void;
  /** Ends what runs. */
  close(): void;
}

/** @param androidId the phone's own, which a new installation keeps */
export function createEmulatedPhone(startCode: StartCode, androidId: string): EmulatedPhone {
  let disk = createFakeDisk();
  let referrer = '';
  const running = new Set<AppProcess>();

  function launch(initialUrl?: string): AppProcess {
    const system = Object.assign(createPhone(), { disk, initialUrl: initialUrl ?? null });
    const told: Opening[] = [];
    const timers = new Set<NodeJS.Timeout>();
    let isAlive = true;
    const { tributary } = start();

    function start() {
      const modules = system.modules();
      const packages = {
        'react-native': modules.reactNative,
        '@react-native-async-storage/async-storage': endingWith(modules.asyncStorage, () => isAlive),
        '@react-native-community/netinfo': modules.netInfo,
        'react-native-device-info': { ...modules.deviceInfo, getAndroidId: async () => androidId },
        'react-native-play-install-referrer': { PlayInstallReferrer: storeOf(() => referrer) },
      };
      const sdk = startCode({
        packages,
        setTimeout(run, delayMs) {
          const timer = setTimeout(() => isAlive && run(), delayMs);
          timers.add(timer);
          return timer;
        },
      });
      return { tributary: sdk.Tributary };
    }

    const app: AppProcess = {
      tributary,
      told,
      listen: () => tributary.setDeepLinkListener((opening) => told.push(opening)),
      async hears(count) {
        const until = Date.now() + ANSWERS_WITHIN_MS;
        while (told.length < count && Date.now() < until) await pause(10);
        await pause(QUIET_MS);
        return told;
      },
      openUrl: system.openUrl,
      background: () => system.changeState('background'),
      foreground: () => system.changeState('active'),
      kill() {
        isAlive = false;
        for (const timer of timers) clearTimeout(timer);
        running.delete(app);
      },
    };
    running.add(app);
    return app;
  }

  return {
    launch,
    storeReferrer(given) {
      referrer = given;
    },
    reinstall() {
      for (const app of running) app.kill();
      disk = createFakeDisk();
    },
    close() {
      for (const app of running) app.kill();
    },
  };
}

function storeOf(referrer: () => string) {
  return {
    getInstallReferrerInfo(callback: (info: object, error: null) => void): void {
      const times = { referrerClickTimestampSeconds: 0, installBeginTimestampSeconds: 0 };
      callback({ installReferrer: referrer(), ...times }, null);
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
