/** How far back causes are looked for, in ms. */
export interface AttributionSettings {
  /** For everything that rests on an identified click. */
  readonly clickWindowMs: number;
  /** For what rests on likeness alone. */
  readonly probabilisticWindowMs: number;
}

const HOUR_MS = 3_600_000;

export const DEFAULT_SETTINGS: AttributionSettings = {
  clickWindowMs: 7 * 24 * HOUR_MS,
  probabilisticWindowMs: 24 * HOUR_MS,
};

/** An app's windows: `click_window_hours` and `probabilistic_window_hours` of its settings, else the defaults. */
export function attributionSettings(appSettings: Readonly<Record<string, unknown>>): AttributionSettings {
  return {
    clickWindowMs: hours(appSettings.click_window_hours) ?? DEFAULT_SETTINGS.clickWindowMs,
    probabilisticWindowMs:
      hours(appSettings.probabilistic_window_hours) ?? DEFAULT_SETTINGS.probabilisticWindowMs,
  };
}

function hours(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 24 * 366 ? value * HOUR_MS : null;
}
