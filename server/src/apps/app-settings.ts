import { z } from 'zod';
import { fraudRuleSettings } from '../fraud-rules/fraud-rule-settings.ts';

const hours = (max: number) =>
  z.number('must be a number of hours').min(0, 'must be 0 or more').max(max, `must be ${max} or less`);

/** A certificate fingerprint as Android prints it: SHA-256 in upper-case hex with colons. */
const fingerprint = z
  .string()
  .regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, 'must be a SHA-256 fingerprint such as AB:CD:…');

const flag = z.boolean('must be true or false').optional();

/**
 * What an app may configure; everything is optional.
 *
 * Attribution windows in hours, whether iPhones are matched by likeness, the certificates of apps that may open its links, thresholds of fraud rules by rule and
 * name (`{"click_injection": {"min_click_to_install_s": 8}}`), and how its integrity tokens are verified.
 */
export const appSettings = z.strictObject({
  click_window_hours: hours(24 * 90).optional(),
  probabilistic_window_hours: hours(24 * 7).optional(),
  certificate_fingerprints: z.array(fingerprint).max(10, 'must be 10 or fewer').optional(),
  likeness_on_ios: flag,
  fraud: fraudRuleSettings.optional(),
  integrity: z
    .strictObject({
      expected: flag,
      verification_key: z.base64('must be base64').max(1000, 'must be 1000 characters or fewer').optional(),
    })
    .optional(),
});

export type AppSettings = z.output<typeof appSettings>;

/**
 * Reads stored settings: a value that an earlier version accepted and this one does not is ignored, as if it were not
 * set.
 */
export function readAppSettings(stored: unknown): AppSettings {
  return (keepValid(appSettings, stored) ?? {}) as AppSettings;
}

function keepValid(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return keepValid(schema.unwrap() as z.ZodType, value);
  if (!(schema instanceof z.ZodObject)) return schema.safeParse(value).data;
  if (typeof value !== 'object' || value === null) return undefined;
  const held = Object.entries<z.ZodType>(schema.shape)
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, member]) => [name, keepValid(member, Reflect.get(value, name))] as const);
  return Object.fromEntries(held.filter(([, member]) => member !== undefined));
}
