import type { ClientConfig, DeviceContext, NetworkKind } from '@tributary/sdk/core';
import type { ClockTraits } from './device-clock.ts';
import type { DiskKind } from './simulated-disk.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A kind of device, and how its owner uses it. */
export interface Profile {
  /** One line for people. */
  readonly about: string;
  readonly device: DeviceContext;
  readonly disk: DiskKind;
  readonly network: NetworkKind;
  /** Time for a request and its answer, in ms. */
  readonly roundTripMs: number;
  /** Share of requests that get no answer, in a normal moment. */
  readonly loss: number;
  readonly clock: ClockTraits;
  /** Charge at the start, in percent, and how much it loses per hour; undefined if the SDK cannot know it. */
  readonly battery: { readonly percent: number; readonly lossPerHour: number } | undefined;
  /** The app's process ends that often, in ms between; undefined if it stays. */
  readonly restartsEveryMs?: number;
  /** It may end soon, as a page does. */
  readonly isShortLived?: boolean;
  /** The owner has turned tracking off. */
  readonly isOptedOut?: boolean;
  readonly advertisingId: boolean;
  /** What an app for such devices configures. */
  readonly config: ClientConfig;
}

const PHONE: Profile = {
  about: 'an Android phone on Wi-Fi',
  device: { device_model: 'SM-A155F', os_name: 'Android', os_version: '14', app_version: '2.1.0' },
  disk: 'rows',
  network: 'wifi',
  roundTripMs: 120,
  loss: 0,
  clock: { offMs: 0, driftPpm: 0 },
  battery: { percent: 90, lossPerHour: 0 },
  advertisingId: true,
  config: {},
};

/** The devices that scenarios can name. */
export const PROFILES = {
  phone: PHONE,
  'low-end-android-3g': {
    ...PHONE,
    about: 'a cheap Android phone on 3G: slow, lossy, low battery, the system often ends the app',
    device: { device_model: 'TECNO POP 5', os_name: 'Android', os_version: '10', app_version: '2.1.0' },
    network: 'cellular',
    roundTripMs: 1800,
    loss: 0.08,
    battery: { percent: 55, lossPerHour: 4 },
    restartsEveryMs: 40 * MINUTE,
    config: { wifiOnlyMode: false, batchSize: 20 },
  },
  'wifi-tablet': {
    ...PHONE,
    about: 'a tablet at home on Wi-Fi',
    device: { device_model: 'SM-X210', os_name: 'Android', os_version: '15', app_version: '2.1.0' },
    roundTripMs: 40,
  },
  'in-app-browser': {
    ...PHONE,
    about: "a page in a social app's browser: neither network nor battery is known, and it ends soon",
    device: {
      device_model: 'Pixel 7',
      os_name: 'Android',
      os_version: '14',
      user_agent: 'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 [FB_IAB/FB4A;FBAV/440.0]',
    },
    network: 'unknown',
    roundTripMs: 250,
    battery: undefined,
    restartsEveryMs: 4 * MINUTE,
    isShortLived: true,
    advertisingId: false,
  },
  'feature-phone': {
    ...PHONE,
    about: 'a feature phone: 2G, and a clock that is 620 days slow',
    device: { device_model: 'Nokia 110', os_name: 'KaiOS', os_version: '3.1' },
    network: 'cellular',
    roundTripMs: 4000,
    loss: 0.15,
    clock: { offMs: -620 * DAY, driftPpm: 40 },
    battery: undefined,
    advertisingId: false,
    config: { wifiOnlyMode: false, batchSize: 10 },
  },
  'opted-out': {
    ...PHONE,
    about: 'a phone whose owner has turned tracking off',
    isOptedOut: true,
    advertisingId: false,
  },
  'wrong-clock': {
    ...PHONE,
    about: 'a phone whose clock is three hours fast and gains two minutes a month',
    clock: { offMs: 3 * HOUR, driftPpm: 46 },
  },
  rebooting: {
    ...PHONE,
    about: 'a phone with a bad battery that restarts every few minutes',
    battery: { percent: 40, lossPerHour: 2 },
    restartsEveryMs: 7 * MINUTE,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;
export const PROFILE_NAMES = Object.keys(PROFILES) as [ProfileName, ...ProfileName[]];
