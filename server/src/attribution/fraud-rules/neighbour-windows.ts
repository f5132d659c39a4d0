import { clickFlooding } from './click-flooding.ts';
import type { NeighbourQuestion } from './count-neighbours.ts';
import { deviceFarm } from './device-farm.ts';
import { duplicateInstall } from './duplicate-install.ts';
import { defaultThresholds, type FraudSettings, thresholdsOf } from './fraud-settings.ts';

/** How far around an install its app's rules look. */
export function neighbourWindows(
  settings: FraudSettings,
): Pick<NeighbourQuestion, 'link_days' | 'alike_hours' | 'device_hours'> {
  const { days } = thresholdsOf(clickFlooding, settings) ?? defaultThresholds('click_flooding');
  const farm = thresholdsOf(deviceFarm, settings) ?? defaultThresholds('device_farm');
  const duplicate = thresholdsOf(duplicateInstall, settings) ?? defaultThresholds('duplicate_install');
  return {
    link_days: Math.ceil(days),
    alike_hours: farm.within_hours,
    device_hours: duplicate.within_hours,
  };
}
