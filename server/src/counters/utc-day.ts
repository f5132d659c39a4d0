import { DAY_MS } from '../platform/values/day-ms.ts';

/** Most moments asked about in a row are of one day, and formatting a date is what costs. */
let latest = { number: Number.NaN, day: '' };

/** The UTC day of a moment in Unix ms, as `2026-01-31`. */
export function utcDay(ms: number): string {
  const number = Math.floor(ms / DAY_MS);
  if (number !== latest.number) latest = { number, day: new Date(ms).toISOString().slice(0, 10) };
  return latest.day;
}

/** The day that many days after `day`; before it, for a negative number. */
export function addDays(day: string, days: number): string {
  return utcDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}
