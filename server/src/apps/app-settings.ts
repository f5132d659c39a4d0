import { z } from 'zod';

const hours = (max: number) =>
  z.number('must be a number of hours').min(0, 'must be 0 or more').max(max, `must be ${max} or less`);

/** A certificate as Android prints it: SHA-256 in upper-case hex with colons. */
const fingerprint = z
  .string()
  .regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, 'must be a SHA-256 fingerprint such as AB:CD:…');

const fraudRule = z.record(
  z.string().regex(/^[a-z_]{1,40}$/, 'must be the name of a threshold'),
  z.union([z.boolean(), z.number().min(0)], 'must be a number, or true or false for enabled'),
);

/**
 * What an app may set for itself; everything is optional.
 *
 * Windows of attribution in hours, the certificates whose app may open our links, thresholds of fraud rules by rule and
 * name (`{"click_injection": {"min_click_to_install_s": 8}}`), and what is known of its integrity tokens.
 */
export const appSettings = z.strictObject({
  click_window_hours: hours(24 * 90).optional(),
  probabilistic_window_hours: hours(24 * 7).optional(),
  certificate_fingerprints: z.array(fingerprint).max(10, 'must be 10 or fewer').optional(),
  fraud: z.record(z.string().regex(/^[a-z_]{1,40}$/, 'must be the name of a rule'), fraudRule).optional(),
  integrity: z
    .strictObject({
      expected: z.boolean().optional(),
      verification_key: z.base64('must be base64').max(1000).optional(),
    })
    .optional(),
});
