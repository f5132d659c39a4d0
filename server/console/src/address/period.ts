const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const [FIRST, LAST] = ['1970-01-01', '2199-12-31'];
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Days in UTC, both of them included. */
export interface Period {
  /** `2026-01-31` */
  readonly from: string;
  readonly to: string;
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
/** The 31st of February parses as a day of March; other years the service refuses. */
const isDay = (text = ''): boolean =>
  DATE.test(text) && text >= FIRST && text <= LAST && !Number.isNaN(msOf(text)) && dayOf(msOf(text)) === text;

/** The period that an address names; the last 30 days where it names none. @param now Unix ms */
export function periodOf({ from, to }: { from?: string; to?: string }, now: number): Period {
  const last = to !== undefined && isDay(to) ? to : dayOf(now);
  const first = from !== undefined && isDay(from) ? from : addDays(last, 1 - DEFAULT_DAYS);
  return first <= last ? { from: first, to: last } : { from: last, to: first };
}

/** The period before another, with as many days. */
export function previousPeriod(period: Period): Period {
  const to = addDays(period.from, -1);
  return { from: addDays(to, 1 - lengthOf(period)), to };
}

/** How many days a period has. */
function lengthOf({ from, to }: Period): number {
  return (msOf(to) - msOf(from)) / DAY_MS + 1;
}

/** A day so many days later. */
export const addDays = (day: string, days: number): string => dayOf(msOf(day) + days * DAY_MS);

/** Every day of a period, the first one first. */
export function daysOf({ from, to }: Period): string[] {
  return Array.from({ length: lengthOf({ from, to }) }, (_, at) => addDays(from, at));
}
