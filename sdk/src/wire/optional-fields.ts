import { CLIENT_FIELDS } from './client-fields.ts';

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

/** Whether a value is the text of a UUID of version 4, in any case. */
export function isUuidV4(value: unknown): value is string {
  return typeof value === 'string' && UUID_V4.test(value);
}

/** @param max inclusive */
export function isWholeNumber(value: unknown, max: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
}

/** Whether a value is an amount in major units that ingest takes: 0 or more, below 1e15. */
export function isRevenue(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < MAX_REVENUE;
}

type ClientField = (typeof CLIENT_FIELDS)[keyof typeof CLIENT_FIELDS];

const CHECKS: {
  readonly [Type in Exclude<ClientField, number>]: (value: unknown) => boolean;
} = {
  uuid: isUuidV4,
  amount: isRevenue,
  s: (value) => isRevenue(value) && Number.isInteger(value),
};

/**
 * Whether an optional field of an event, by its name, has a value that the service accepts, as far as the device can tell;
 * true for what the SDK makes itself. Of channels and currencies only the length: the service has lists of them.
 */
export function isFieldValid(name: string, value: unknown): boolean {
  const holds = CLIENT_FIELDS[name as keyof typeof CLIENT_FIELDS] as ClientField | undefined;
  return !holds || (typeof holds === 'number' ? isStorableText(value, holds) : CHECKS[holds](value));
}

/** Whether a value has at most so many levels of nested objects and arrays. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
