import { z } from 'zod';

/** A day, as `2026-01-31`. From 1970 to 2199, which includes every plausible date and keeps lists of days finite. */
export const isoDate = z.iso
  .date({ error: 'must be a date such as 2026-01-31', abort: true })
  .refine((day) => day >= '1970-01-01' && day < '2200-01-01', 'must be between 1970 and 2199');
