import type { Settings } from '../config/settings.ts';
import type { NetworkKind } from '../platform/platform.ts';

/** What decides whether events may be sent now. */
export interface SendState {
  settings: Settings;
  /** Whether the user allows tracking. */
  consent: boolean;
  network: NetworkKind;
  /** undefined if unknown, which counts as full. */
  batteryPercent: number | undefined;
  keyResolved: boolean;
}

type Gate = (state: SendState) => boolean;

export const isTrackingOff: Gate = ({ consent, settings }) => !consent || !settings.trackingEnabled;

export const isOffline: Gate = ({ network }) => network === 'none';

/** An unknown network counts as Wi-Fi, since most browsers do not report it. */
const isHeldForWifi: Gate = ({ network, settings }) => settings.wifiOnlyMode && network === 'cellular';

const isBatteryLow: Gate = ({ batteryPercent, settings }) =>
  settings.suppressOnLowBattery && (batteryPercent ?? 100) < settings.lowBatteryThreshold;

const isKeyMissing: Gate = ({ keyResolved }) => !keyResolved;

const GATES: readonly { reason: string; isClosed: Gate }[] = [
  { reason: 'tracking is off', isClosed: isTrackingOff },
  { reason: 'there is no network', isClosed: isOffline },
  { reason: 'waiting for Wi-Fi', isClosed: isHeldForWifi },
  { reason: 'the battery is low', isClosed: isBatteryLow },
  { reason: 'the key is not resolved yet', isClosed: isKeyMissing },
];

/** Why events may not be sent now; undefined if they may. */
export function blockedReason(state: SendState): string | undefined {
  return GATES.find(({ isClosed }) => isClosed(state))?.reason;
}
