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
    // It is not installed, or its native part is not linked.
  }
  try {
    found.netInfo = defaultOf(require('@react-native-community/netinfo'));
  } catch {
    // It is not installed, or its native part is not linked.
  }
  try {
    found.deviceInfo = defaultOf(require('react-native-device-info'));
  } catch {
    // It is not installed, or its native part is not linked.
  }
  try {
    found.playInstallReferrer = require('react-native-play-install-referrer').PlayInstallReferrer;
  } catch {
    // It is not installed, or its native part is not linked.
  }
  findFurtherModules(found);
  return found;
}

function findFurtherModules(found: InstalledModules): void {
  try {
    found.clipboard = defaultOf(require('@react-native-clipboard/clipboard'));
  } catch {
    // It is not installed, or its native part is not linked.
  }
  try {
    found.trackingTransparency = require('react-native-tracking-transparency');
  } catch {
    // It is not installed, or its native part is not linked.
  }
  try {
    found.expoApplication = require('expo-application');
  } catch {
    // It is not installed, or its native part is not linked.
  }
  try {
    found.expoBattery = require('expo-battery');
  } catch {
    // It is not installed, or its native part is not linked.
  }
  try {
    found.expoClipboard = require('expo-clipboard');
  } catch {
    // It is not installed, or its native part is not linked.
  }
  try {
    found.expoDevice = require('expo-device');
  } catch {
    // It is not installed, or its native part is not linked.
  }
  try {
    found.expoNetwork = require('expo-network');
  } catch {
    // It is not installed, or its native part is not linked.
  }
  try {
    found.expoTrackingTransparency = require('expo-tracking-transparency');
  } catch {
    // It is not installed, or its native part is not linked.
  }
}

function defaultOf<Module extends object>(module: Module | { default: Module }): Module {
  return 'default' in module ? module.default : module;
}
