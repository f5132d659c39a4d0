import { thresholdsOf } from '../../fraud-rules/fraud-rule.ts';
import type { RulesSettings } from '../../fraud-rules/judge-fraud.ts';
import { clickFlooding } from '../../fraud-rules/rules/click-flooding.ts';
import { deviceFarm } from '../../fraud-rules/rules/device-farm.ts';
import { duplicateInstall } from '../../fraud-rules/rules/duplicate-install.ts';
import { sdkSpoofing } from '../../fraud-rules/rules/sdk-spoofing.ts';
import type { HistoryQuestion } from './histories/count-histories.ts';
import type { NeighbourQuestion } from './neighbours/count-neighbours.ts';

export type NeighbourWindows = Pick<NeighbourQuestion, 'link_days' | 'alike_hours' | 'device_hours'> &
  Pick<HistoryQuestion, 'history_days'>;

/** How far around an install its app's rules look. */
export function neighbourWindows(rules: RulesSettings): NeighbourWindows {
  return {
    link_days: Math.ceil(thresholdsOf(clickFlooding, rules[clickFlooding.name]).days),
    alike_hours: thresholdsOf(deviceFarm, rules[deviceFarm.name]).within_hours,
    device_hours: thresholdsOf(duplicateInstall, rules[duplicateInstall.name]).within_hours,
    history_days: thresholdsOf(sdkSpoofing, rules[sdkSpoofing.name]).days,
  };
}
