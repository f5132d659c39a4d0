import { DAY_MS } from '../values/day-ms.ts';

/** The UTC day of a moment in Unix ms, as `2026-01-31`. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The day that many days after `day`; before it, for a negative number. */
export function addDays(day: string, days: number): string {
  return utcDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}
