import { readAppSettings } from '../../apps/app-settings.ts';

/** How far back causes are searched for, in ms. */
export interface AttributionSettings {
  /** For all matches with an identified click. */
  readonly clickWindowMs: number;
  /** For probabilistic matches. */
  readonly probabilisticWindowMs: number;
}

const HOUR_MS = 3_600_000;

export const DEFAULT_SETTINGS: AttributionSettings = {
  clickWindowMs: 7 * 24 * HOUR_MS,
  probabilisticWindowMs: 24 * HOUR_MS,
};

/** An app's windows: `click_window_hours` and `probabilistic_window_hours` of its settings, else the defaults. */
export function attributionSettings(stored: unknown): AttributionSettings {
  const { click_window_hours: click, probabilistic_window_hours: probabilistic } = readAppSettings(stored);
  return {
    clickWindowMs: click === undefined ? DEFAULT_SETTINGS.clickWindowMs : click * HOUR_MS,
    probabilisticWindowMs:
      probabilistic === undefined ? DEFAULT_SETTINGS.probabilisticWindowMs : probabilistic * HOUR_MS,
  };
}
