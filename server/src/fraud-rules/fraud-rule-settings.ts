import { z } from 'zod';
import type { Threshold } from './fraud-rule.ts';
import { FRAUD_RULES } from './fraud-rules.ts';

const enabled = z
  .boolean('must be true or false')
  .optional()
  .describe('Whether the rule runs; default true.');

function threshold({ default: usual, min, max, whole }: Threshold) {
  const value = z
    .number('must be a number')
    .min(min, `must be ${min} or more`)
    .max(max, `must be ${max} or less`);
  return (whole ? value.int('must be a whole number') : value).optional().describe(`Default ${usual}.`);
}

const settingsByRule = FRAUD_RULES.map(({ name, thresholds }) => {
  const own = Object.entries<Threshold>(thresholds).map(([each, range]) => [each, threshold(range)]);
  const settings = z.strictObject({ enabled, ...Object.fromEntries(own) }).optional();
  return [name, settings.describe('Of the rule of this name; what is left out has its default.')] as const;
});

/** What an app may set for the fraud rules: `{"click_injection": {"enabled": true, "min_click_to_install_s": 8}}`. */
export const fraudRuleSettings = z.strictObject(Object.fromEntries(settingsByRule));
