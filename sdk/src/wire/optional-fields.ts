import { CHANNELS, type Channel, type UnsignedEvent } from './event.ts';

/** Longest text of an optional field, in UTF-16 code units. */
export const TEXT_LENGTHS = {
  gaid: 256,
  android_id: 256,
  user_id: 512,
  referrer: 8192,
  device_model: 512,
  os_name: 512,
  os_version: 512,
  app_version: 512,
  screen_resolution: 512,
  custom_event_name: 512,
  integrity_token: 32_768,
  push_token: 8192,
} as const satisfies { [Name in keyof UnsignedEvent]?: number };

/** Longest text of one component of a fingerprint. */
export const MAX_COMPONENT_LENGTH = 2048;

/** Levels of nesting that an event may have, its own braces included. */
export const MAX_DEPTH = 32;

/** The last millisecond of the year 9999: no client's time is later, and every database can hold it. */
export const LATEST_MS = 253_402_300_799_999;

const MAX_REVENUE = 10 ** 15;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
// With the flag `u`, a pair of surrogates is one character, which the pattern does not match.
const UNSTORABLE = /[\0\ud800-\udfff]/u;

/** Whether a value is text of at most that length that a database can hold: without NUL and half surrogate pairs. */
export function isStorableText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max && !UNSTORABLE.test(value);
}

export function isUuidV4(value: unknown): value is string {
  return isText(value, UUID_V4);
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

/** @param max inclusive */
export function isWholeNumber(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
}

export function isRevenue(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < MAX_REVENUE;
}

/**
 * Whether an optional field of an event has a value that the service accepts; true for names without a rule. Of a
 * currency, only the form: the service knows the codes.
 */
export function isFieldValid(name: string, value: unknown): boolean {
  if (Object.hasOwn(TEXT_LENGTHS, name)) {
    return isStorableText(value, TEXT_LENGTHS[name as keyof typeof TEXT_LENGTHS]);
  }
  if (name === 'revenue') return isRevenue(value);
  if (name === 'currency') return isText(value, /^[A-Z]{3}$/);
  if (name === 'channel') return CHANNELS.includes(value as Channel);
  if (name === 'click_id' || name === 'campaign_id') return isUuidV4(value);
  return !name.endsWith('_ts') || isWholeNumber(value, LATEST_MS / 1000);
}

/** Whether a value has at most so many levels of nested objects and arrays. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
