import { countDays, daysOf, type Period } from '../../counters/period.ts';
import { AppError } from '../../platform/errors/errors.ts';

/** Thirty years: each day is listed, and a period of centuries would be megabytes of zeros. */
const MAX_DAYS = 10_958;

/** A group lists each day too, and there may be a hundred of them. */
const MAX_GROUPED_DAYS = 400;

/** Every day of a period, in order. @throws AppError VALIDATION_ERROR for a period that is too long to list. */
export function listDays(period: Period): string[] {
  if (countDays(period) > MAX_DAYS)
    throw new AppError('VALIDATION_ERROR', 'date_from: must be within 30 years of date_to');
  return daysOf(period);
}

/** The same of a report in groups, which is for a shorter period. @throws AppError VALIDATION_ERROR */
export function listGroupedDays(period: Period): string[] {
  if (countDays(period) > MAX_GROUPED_DAYS) {
    const error = `date_from: must be within ${MAX_GROUPED_DAYS} days of date_to, if there is a group_by`;
    throw new AppError('VALIDATION_ERROR', error);
  }
  return daysOf(period);
}
