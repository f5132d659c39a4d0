import type { Settings } from '../config/settings.ts';
import type { NetworkKind } from '../platform/platform.ts';

/** What decides whether events may be sent now. */
export interface SendState {
  settings: Settings;
  /** Whether the user allows tracking. */
  consent: boolean;
  /** undefined if it cannot be told, which counts as Wi-Fi. */
  network?: NetworkKind | undefined;
  /** undefined if unknown, which counts as full. */
  batteryPercent?: number | undefined;
  keyResolved: boolean;
}

/** Why events may not be sent now; undefined if they may. An unknown network counts as Wi-Fi: most browsers report none. */
export function blockedReason({
  settings,
  consent,
  network,
  batteryPercent = 100,
  keyResolved,
}: SendState): string | undefined {
  if (!consent || !settings.trackingEnabled) return 'tracking is off';
  if (network === 'none') return 'no network';
  if (settings.wifiOnlyMode && network === 'cellular') return 'no Wi-Fi';
  if (settings.suppressOnLowBattery && batteryPercent < settings.lowBatteryThreshold) return 'low battery';
  return keyResolved ? undefined : 'no key';
}
