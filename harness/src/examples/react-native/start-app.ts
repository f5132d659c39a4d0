import { createContext, runInContext } from 'node:vm';
import { createNativeModules, type System } from './native-modules.ts';
import { createNativeScreen } from './native-screen.ts';

interface AppParts {
  /** What Metro has made. */
  readonly bundle: string;
  readonly system: System;
  readonly env: Readonly<Record<string, string>>;
  readonly disk: Map<string, string>;
  readonly initialUrl?: string;
}

/** What Expo's native part installs before the bundle runs. */
const EXPO = {
  modules: { ExpoApplication: { nativeApplicationVersion: '1.2.3' } },
  EventEmitter: class {},
  NativeModule: class {},
  SharedObject: class {},
  SharedRef: class {},
};

/** A bundle of Metro that runs on an emulated system. */
export interface RunningApp {
  /** The texts on its screen, in order. */
  texts(): string[];
  /** What it has written to the console. */
  readonly lines: readonly string[];
  /** The system opens a URL in it. */
  openUrl(url: string): void;
  /** Ends its timers. */
  close(): void;
}

/**
 * Starts the app that a bundle registers as `main`, in a realm of its own, as a phone does: React Native itself runs, with its renderer,
 * `fetch` and `Linking`; only what is native is emulated.
 */
export function startApp({ bundle, system, env, disk, initialUrl }: AppParts): RunningApp {
  const callable = new Map<string, () => Record<string, (...args: unknown[]) => void>>();
  const call = (module: string, method: string, ...args: unknown[]) =>
    callable
      .get(module)?.()
      [method]?.(...args);
  const emit = (name: string, body: unknown) => call('RCTDeviceEventEmitter', 'emit', name, body);
  const screen = createNativeScreen();
  const timers = createTimers();
  const lines: string[] = [];
  const write = (...words: unknown[]) => void lines.push(words.map(String).join(' '));
  const realm = {
    ...timers.functions,
    console: { log: write, info: write, warn: write, error: write, debug: write },
    performance,
    queueMicrotask,
    process: { env },
    RN$Bridgeless: true,
    RN$registerCallableModule: (name: string, find: () => Record<string, () => void>) =>
      callable.set(name, find),
    __turboModuleProxy: createNativeModules({ system, disk, initialUrl: initialUrl ?? null, emit, write }),
    // Where the older packages ask.
    nativeModuleProxy: {},
    nativeFabricUIManager: screen.manager,
    expo: EXPO,
  };
  const context = createContext(Object.assign(realm, { global: realm }));
  runInContext(bundle, context, { filename: `${system}.js` });
  call('AppRegistry', 'runApplication', 'main', { rootTag: 1, initialProps: {}, fabric: true }, 0);
  return { texts: screen.texts, lines, openUrl: (url) => emit('url', { url }), close: timers.close };
}

function createTimers() {
  const running = new Set<NodeJS.Timeout>();
  const keep = (timer: NodeJS.Timeout) => {
    running.add(timer);
    return timer;
  };
  const clear = (timer?: NodeJS.Timeout) => clearTimeout(timer);
  return {
    functions: {
      setTimeout: (run: () => void, ms = 0, ...args: []) => keep(setTimeout(run, ms, ...args)),
      setInterval: (run: () => void, ms = 0, ...args: []) => keep(setInterval(run, ms, ...args)),
      setImmediate: (run: () => void) => keep(setTimeout(run, 0)),
      requestAnimationFrame: (run: (at: number) => void) => keep(setTimeout(() => run(performance.now()), 0)),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
      cancelAnimationFrame: clear,
    },
    close() {
      for (const timer of running) clearTimeout(timer);
    },
  };
}
