import { z } from 'zod';
import { addDays, utcDay } from './utc-day.ts';

/** UTC days, both inclusive, as `2026-01-31`. */
export const period = z.object({ from: z.iso.date(), to: z.iso.date() });
export type Period = z.output<typeof period>;

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** The days asked for: by default the last 30 and today. @param now Unix ms. */
export function periodOf(dateFrom: string | null, dateTo: string | null, now: number): Period {
  return { from: dateFrom ?? addDays(utcDay(now), -DEFAULT_DAYS), to: dateTo ?? utcDay(now) };
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
