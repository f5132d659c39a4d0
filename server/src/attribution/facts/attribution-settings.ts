import { readAppSettings } from '../../apps/app-settings.ts';
import { HOUR_MS } from '../../platform/values/hour-ms.ts';
import type { AdoptedTable } from './adopted-table.ts';

/** How causes are searched for and judged. Windows are in ms. */
export interface AttributionSettings {
  /** For all matches with an identified click. */
  readonly clickWindowMs: number;
  /** For probabilistic matches. */
  readonly probabilisticWindowMs: number;
  /** Whether iPhones and iPads are matched by likeness, which Apple forbids. */
  readonly likenessOnIos: boolean;
  /** Whether anything is matched by likeness: not in strict privacy mode. */
  readonly likeness: boolean;
  /** The app's own table of how often matches by likeness are right; null for none. */
  readonly adoptedTable: AdoptedTable | null;
}

export const DEFAULT_SETTINGS: AttributionSettings = {
  clickWindowMs: 7 * 24 * HOUR_MS,
  probabilisticWindowMs: 24 * HOUR_MS,
  likenessOnIos: false,
  likeness: true,
  adoptedTable: null,
};

/**
 * An app's settings as far as attribution reads them, else the defaults.
 *
 * @param adoptedTable `apps.likeness_table`.
 */
export function attributionSettings(
  stored: unknown,
  privacyMode: string,
  adoptedTable: AdoptedTable | null,
): AttributionSettings {
  const settings = readAppSettings(stored);
  const { click_window_hours: click, probabilistic_window_hours: probabilistic } = settings;
  return {
    clickWindowMs: click === undefined ? DEFAULT_SETTINGS.clickWindowMs : click * HOUR_MS,
    probabilisticWindowMs:
      probabilistic === undefined ? DEFAULT_SETTINGS.probabilisticWindowMs : probabilistic * HOUR_MS,
    likenessOnIos: settings.likeness_on_ios ?? DEFAULT_SETTINGS.likenessOnIos,
    likeness: privacyMode !== 'strict',
    adoptedTable,
  };
}
