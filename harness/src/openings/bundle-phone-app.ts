import { fileURLToPath } from 'node:url';
import type { Tributary } from '@tributary/sdk/react-native';
import { rolldown } from 'rolldown';

/** The SDK as an app has it: what its entry for React Native exports. */
export type PhoneSdk = { readonly Tributary: typeof Tributary };

/** What the app's code finds around it: the packages that are installed, and the timers of its process. */
interface Surroundings {
  readonly packages: Readonly<Record<string, unknown>>;
  readonly setTimeout: (run: () => void, delayMs: number) => unknown;
}

/** Starts a process of the app: the code is run anew, with nothing left of the process before. */
export type StartCode = (around: Surroundings) => PhoneSdk;

/** Bundles the SDK's entry for React Native once, as Metro does: packages are asked for by `require`. */
export async function bundlePhoneApp(): Promise<StartCode> {
  const bundle = await rolldown({
    input: fileURLToPath(import.meta.resolve('@tributary/sdk/react-native')),
    platform: 'neutral',
    external: (name) => /^(@?react-native|expo-)/.test(name),
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false });
  await bundle.close();
  const run = new Function('require', 'module', 'exports', 'setTimeout', 'globalThis', output[0].code);
  return ({ packages, setTimeout }) => {
    const module = { exports: {} };
    run(requireFrom(packages), module, module.exports, setTimeout, ownGlobals());
    return module.exports as PhoneSdk;
  };
}

/** What the code keeps there ends with its process; the rest is this process's. */
function ownGlobals(): object {
  const kept: Record<PropertyKey, unknown> = {};
  return new Proxy(kept, {
    get: (_, name) => (Object.hasOwn(kept, name) ? kept[name] : Reflect.get(globalThis, name)),
    has: (_, name) => Object.hasOwn(kept, name) || name in globalThis,
  });
}

function requireFrom(packages: Surroundings['packages']) {
  return (name: string): unknown => {
    if (name in packages) return packages[name];
    throw new Error(`${name} is not installed`);
  };
}
