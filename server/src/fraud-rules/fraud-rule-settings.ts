import { z } from 'zod';
import type { Threshold } from './fraud-rule.ts';
import { FRAUD_RULES } from './fraud-rules.ts';

const enabled = z.boolean('must be true or false').optional();

function threshold({ min, max, whole }: Threshold) {
  const value = z
    .number('must be a number')
    .min(min, `must be ${min} or more`)
    .max(max, `must be ${max} or less`);
  return (whole ? value.int('must be a whole number') : value).optional();
}

const settingsByRule = FRAUD_RULES.map(({ name, thresholds }) => {
  const own = Object.entries<Threshold>(thresholds).map(([each, range]) => [each, threshold(range)]);
  return [name, z.strictObject({ enabled, ...Object.fromEntries(own) }).optional()] as const;
});

/** What an app may set for the fraud rules: `{"click_injection": {"enabled": true, "min_click_to_install_s": 8}}`. */
export const fraudRuleSettings = z.strictObject(Object.fromEntries(settingsByRule));
