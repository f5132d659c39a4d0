import { z } from 'zod';
import { AppError } from '../platform/errors/errors.ts';
import { DAY_MS } from '../platform/values/day-ms.ts';
import { addDays, utcDay } from './utc-day.ts';

/** UTC days, both inclusive, as `2026-01-31`. */
export const period = z.object({ from: z.iso.date(), to: z.iso.date() });
export type Period = z.output<typeof period>;

const DEFAULT_DAYS = 30;

/**
 * The days asked for: by default up to today, and from 30 days before the last one.
 *
 * @param now Unix ms.
 * @param prefix of the arguments' names, `date_from` and `date_to`.
 * @throws AppError VALIDATION_ERROR for a period that ends before it begins.
 */
export function periodOf(
  dateFrom: string | null,
  dateTo: string | null,
  now: number,
  prefix: '' | 'p_' = '',
): Period {
  const to = dateTo ?? utcDay(now);
  const from = dateFrom ?? addDays(to, -DEFAULT_DAYS);
  if (from <= to) return { from, to };
  const error = `${prefix}date_from: must not be after ${prefix}date_to (${from} to ${to})`;
  throw new AppError('VALIDATION_ERROR', error);
}

/** How many days a period has. */
export function countDays({ from, to }: Period): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** Every day of a period, in order. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
