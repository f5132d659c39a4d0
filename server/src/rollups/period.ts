import { z } from 'zod';
import { utcDay } from './utc-day.ts';

/** UTC days, both inclusive, as `2026-01-31`. */
export const period = z.object({ from: z.iso.date(), to: z.iso.date() });
export type Period = z.output<typeof period>;

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

/** The days asked for: by default the last 30 and today. @param now Unix ms. */
export function periodOf(dateFrom: string | null, dateTo: string | null, now: number): Period {
  return { from: dateFrom ?? utcDay(now - DEFAULT_DAYS * DAY_MS), to: dateTo ?? utcDay(now) };
}
