import { AppError } from '../errors.ts';
import { countDays, daysOf, type Period } from '../rollups/period.ts';

/** Thirty years: each day is listed, and a period of centuries would be megabytes of zeros. */
const MAX_DAYS = 10_958;

/** Every day of a period, in order. @throws AppError VALIDATION_ERROR for a period that is too long to list. */
export function listDays(period: Period): string[] {
  if (countDays(period) > MAX_DAYS)
    throw new AppError('VALIDATION_ERROR', 'date_from: must be within 30 years of date_to');
  return daysOf(period);
}
