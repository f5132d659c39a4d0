// How values are written, by the language of the browser.

const LOCALES = navigator.languages;

/** Digits of a figure that is shown short, such as 1.3K. */
const SHORT_FROM = 10_000;

const whole = new Intl.NumberFormat(LOCALES);
const short = new Intl.NumberFormat(LOCALES, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(LOCALES, { style: 'percent', maximumFractionDigits: 1 });
const ratio = new Intl.NumberFormat(LOCALES, { maximumFractionDigits: 2 });
const day = new Intl.DateTimeFormat(LOCALES, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat(LOCALES, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(LOCALES, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});
const clock = new Intl.DateTimeFormat(LOCALES, {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZone: 'UTC',
});
const relative = new Intl.RelativeTimeFormat(LOCALES, { numeric: 'auto' });

export const formatNumber = (value: number): string => whole.format(value);

/** 12,345 as 12K; what is smaller stays as it is. */
export const formatShort = (value: number): string =>
  (Math.abs(value) >= SHORT_FROM ? short : whole).format(value);

/** @param percent 0 to 100 */
export const formatPercent = (percent: number): string => share.format(percent / 100);

export const formatRatio = (value: number): string => ratio.format(value);

/** @param date `2026-01-31`, of UTC */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));

/** Where there is little room. @param ms Unix ms, of UTC */
export const formatShortDay = (ms: number): string => shortDay.format(ms);

/** @param ms Unix ms; shown in UTC, and says so */
export const formatTime = (ms: number): string => `${moment.format(ms)} UTC`;

/** The time of a day to the millisecond. @param ms Unix ms, of UTC */
export const formatClock = (ms: number): string => clock.format(ms);

/** @param currency three letters */
export function formatMoney(amount: number, currency: string, isShort = false): string {
  const notation =
    isShort && Math.abs(amount) >= SHORT_FROM
      ? ({ notation: 'compact', maximumFractionDigits: 1 } as const)
      : {};
  try {
    return new Intl.NumberFormat(LOCALES, { style: 'currency', currency, ...notation }).format(amount);
  } catch {
    return `${whole.format(amount)} ${currency}`;
  }
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How long ago something was: "3 hours ago". Both in Unix ms. */
export function formatAgo(ms: number, now: number): string {
  for (const [unit, length] of STEPS)
    if (Math.abs(now - ms) >= length) return relative.format(Math.trunc((ms - now) / length), unit);
  return relative.format(Math.trunc((ms - now) / 1000), 'second');
}
