import { JsonNumber } from '../parse-exact-json.ts';
import type { Field } from './payload-fields.ts';

/** The last millisecond of the year 9999: every database can store it. */
const LATEST_MS = 253_402_300_799_999;
const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * A time as an ISO 8601 string, in UTC if it has no zone, or as a number.
 *
 * @param unit of a number, in ms: 1000 for Unix seconds.
 * @returns Unix ms; null for anything else.
 */
export function readInstant({ value }: Field, unit: 1 | 1000): number | null {
  const ms = value instanceof JsonNumber ? Number(value.source) * unit : readIso(value);
  return Number.isSafeInteger(ms) && ms > 0 && ms <= LATEST_MS ? ms : null;
}

function readIso(value: unknown): number {
  const match = typeof value === 'string' ? ISO.exec(value) : null;
  if (match === null) return Number.NaN;
  return Date.parse(match[1] === undefined ? `${match[0]}Z` : match[0]);
}
