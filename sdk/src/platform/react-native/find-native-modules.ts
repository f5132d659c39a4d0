import type { NativeModules } from './native-modules.ts';

/**
 * The packages that are installed in the app.
 *
 * Metro allows a package to be missing only if `require` is called with its literal name, in a statement directly
 * within a `try` block; hence the repetition. React Native's and Expo's configurations set the
 * `transformer.allowOptionalDependencies` that this needs.
 */
export function findNativeModules(): Partial<NativeModules> {
  const found: Partial<NativeModules> = {};
  try {
    found.reactNative = require('react-native');
  } catch {
    // Not a React Native app.
  }
  try {
    found.asyncStorage = defaultOf(require('@react-native-async-storage/async-storage'));
  } catch {
    // Not installed, or its native part is not linked.
  }
  try {
    found.netInfo = defaultOf(require('@react-native-community/netinfo'));
  } catch {
    // As above.
  }
  try {
    found.deviceInfo = defaultOf(require('react-native-device-info'));
  } catch {
    // As above.
  }
  try {
    found.playInstallReferrer = require('react-native-play-install-referrer').PlayInstallReferrer;
  } catch {
    // As above.
  }
  return found;
}

function defaultOf<Module extends object>(module: Module | { default: Module }): Module {
  return 'default' in module ? module.default : module;
}
