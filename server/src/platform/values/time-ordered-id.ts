import { randomUUID } from 'node:crypto';

/** Digits of a time in ms, enough until the year 10889. */
const TIME_DIGITS = 12;
const LATEST = 16 ** TIME_DIGITS - 1;
const RANDOM_FROM = '00000000-0000'.length;

/**
 * A new id (UUID v4 in form) that begins with the time: rows that are made together are neighbours in the index, instead of
 * each changing a page of its own. 74 bits of it are random: enough never to meet another, too few for a secret.
 *
 * @param now Unix ms.
 */
export function timeOrderedId(now: number): string {
  const within = Math.min(Math.max(Math.floor(now), 0), LATEST);
  const time = within.toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUID().slice(RANDOM_FROM)}`;
}
