import { defineRule } from '../fraud-rule.ts';

/** What emulators call themselves: Android's own, and those sold for playing on a computer. */
const NAMES =
  /\b(emulator|simulator|google_sdk|sdk_gphone\w*|sdk_google\w*|android sdk built for|goldfish|ranchu|vbox86p?|virtualbox|vmware|qemu|genymotion|bluestacks|bst-?player|nox(player)?|memu|ldplayer|mumu|andy|droid4x|windroye|generic_x86(_64)?)\b/i;

/** The device is a program: its model or its HTTP client's name shows it. */
export const emulator = defineRule({
  name: 'emulator',
  version: 1,
  score: 85,
  means: 'The model or the HTTP client is named as an emulator’s.',
  cannotSee: 'An emulator that poses as a phone.',
  runsAt: 'decision',
  thresholds: {},
  findSignals({ deviceModel, userAgent }) {
    const found = NAMES.exec(deviceModel ?? '') ?? NAMES.exec(userAgent ?? '');
    return found === null ? null : { device_model: deviceModel ?? '', matched: found[0].toLowerCase() };
  },
});
