/** Fewer digits than this many seconds are no moment that a mobile app has seen (before September 2001). */
const LEAST_SECONDS = 1e9;
const LEAST_MS = 1e12;
const MOST_MS = 1e14;

const NUMBER = /^\d{1,16}(\.\d{1,9})?$/;
const WRITTEN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT)?\s*([+-]\d\d:?\d\d|[+-]\d\d)?)?$/i;

/**
 * Reads a moment: Unix seconds or milliseconds, distinguished by magnitude, or a date as `2026-01-31`, with or without a
 * time and a zone (`2026-01-31 12:00:00.123`, `2026-01-31T12:00Z`); UTC if there is none.
 *
 * @returns Unix ms; undefined if it is not a moment.
 */
export function readTime(text: string): number | undefined {
  if (NUMBER.test(text)) return fromNumber(Number(text));
  const parts = WRITTEN.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '0', , zone] = parts;
  const date = [Number(year), Number(month) - 1, Number(day)] as const;
  const midnight = Date.UTC(...date);
  // February 30 would be a day in March.
  if (new Date(midnight).getUTCDate() !== date[2] || new Date(midnight).getUTCMonth() !== date[1])
    return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const ms = Math.floor(Number(`0.${fraction}`) * 1000);
  const time = midnight + Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + ms;
  return time - (zone === undefined ? 0 : offsetOf(zone));
}

function fromNumber(value: number): number | undefined {
  if (value >= MOST_MS || value < LEAST_SECONDS) return undefined;
  return Math.floor(value >= LEAST_MS ? value : value * 1000);
}

/** @returns ms east of UTC. */
function offsetOf(zone: string): number {
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || '0')) * 60_000;
}
