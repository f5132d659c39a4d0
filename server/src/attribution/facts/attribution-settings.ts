import { readAppSettings } from '../../apps/app-settings.ts';

/** How far back causes are searched for, in ms. */
export interface AttributionSettings {
  /** For all matches with an identified click. */
  readonly clickWindowMs: number;
  /** For probabilistic matches. */
  readonly probabilisticWindowMs: number;
  /** Whether iPhones and iPads are matched by likeness, which Apple forbids. */
  readonly likenessOnIos: boolean;
  /** Whether anything is matched by likeness: not in strict privacy mode. */
  readonly likeness: boolean;
}

const HOUR_MS = 3_600_000;

export const DEFAULT_SETTINGS: AttributionSettings = {
  clickWindowMs: 7 * 24 * HOUR_MS,
  probabilisticWindowMs: 24 * HOUR_MS,
  likenessOnIos: false,
  likeness: true,
};

/** An app's settings as far as attribution reads them, else the defaults. */
export function attributionSettings(stored: unknown, privacyMode: string): AttributionSettings {
  const settings = readAppSettings(stored);
  const { click_window_hours: click, probabilistic_window_hours: probabilistic } = settings;
  return {
    clickWindowMs: click === undefined ? DEFAULT_SETTINGS.clickWindowMs : click * HOUR_MS,
    probabilisticWindowMs:
      probabilistic === undefined ? DEFAULT_SETTINGS.probabilisticWindowMs : probabilistic * HOUR_MS,
    likenessOnIos: settings.likeness_on_ios ?? DEFAULT_SETTINGS.likenessOnIos,
    likeness: privacyMode !== 'strict',
  };
}
