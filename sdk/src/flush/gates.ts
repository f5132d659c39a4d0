import type { Settings } from '../config/settings.ts';
import type { NetworkKind } from '../platform/platform.ts';

/** What decides whether events may be sent now. */
export interface SendState {
  settings: Settings;
  /** Whether the person using the app allows tracking. */
  consent: boolean;
  network: NetworkKind;
  /** undefined: unknown, which counts as full. */
  batteryPercent: number | undefined;
  keyResolved: boolean;
}

type Gate = (state: SendState) => boolean;

export const isTrackingOff: Gate = ({ consent, settings }) => !consent || !settings.trackingEnabled;

export const isOffline: Gate = ({ network }) => network === 'none';

/** An unknown network counts as Wi-Fi: most browsers do not tell. */
const isHeldForWifi: Gate = ({ network, settings }) => settings.wifiOnlyMode && network === 'cellular';

const isBatteryLow: Gate = ({ batteryPercent, settings }) =>
  settings.suppressOnLowBattery && (batteryPercent ?? 100) < settings.lowBatteryThreshold;

const isKeyMissing: Gate = ({ keyResolved }) => !keyResolved;

const GATES: readonly { reason: string; isShut: Gate }[] = [
  { reason: 'tracking is off', isShut: isTrackingOff },
  { reason: 'no connectivity', isShut: isOffline },
  { reason: 'waiting for Wi-Fi', isShut: isHeldForWifi },
  { reason: 'the battery is low', isShut: isBatteryLow },
  { reason: 'the key is not resolved', isShut: isKeyMissing },
];

/** Why events may not be sent now; undefined when they may (contract: delivery rule 3). */
export function shutGate(state: SendState): string | undefined {
  return GATES.find(({ isShut }) => isShut(state))?.reason;
}
