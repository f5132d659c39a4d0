import type { InstalledModules } from './native-modules.ts';

/**
 * The packages that are installed in the app.
 *
 * Metro allows a package to be missing only if `require` is called with its literal name, in a statement directly
 * within a `try` block; hence the repetition. React Native's and Expo's configurations set the
 * `transformer.allowOptionalDependencies` that this needs.
 */
export function findNativeModules(): InstalledModules {
  const found: InstalledModules = {};
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
  findFurtherModules(found);
  return found;
}

function findFurtherModules(found: InstalledModules): void {
  try {
    found.clipboard = defaultOf(require('@react-native-clipboard/clipboard'));
  } catch {
    // As above.
  }
  try {
    found.trackingTransparency = require('react-native-tracking-transparency');
  } catch {
    // As above.
  }
  try {
    found.expoApplication = require('expo-application');
  } catch {
    // As above.
  }
  try {
    found.expoBattery = require('expo-battery');
  } catch {
    // As above.
  }
  try {
    found.expoClipboard = require('expo-clipboard');
  } catch {
    // As above.
  }
  try {
    found.expoDevice = require('expo-device');
  } catch {
    // As above.
  }
  try {
    found.expoNetwork = require('expo-network');
  } catch {
    // As above.
  }
  try {
    found.expoTrackingTransparency = require('expo-tracking-transparency');
  } catch {
    // As above.
  }
}

function defaultOf<Module extends object>(module: Module | { default: Module }): Module {
  return 'default' in module ? module.default : module;
}
