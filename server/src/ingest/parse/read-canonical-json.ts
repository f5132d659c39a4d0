import { MAX_EVENTS_PER_REQUEST } from '@tributary/sdk/wire/limits';
import { depthUpTo } from './depth-up-to.ts';
import { MAX_MEMBERS } from './scan-members.ts';
import type { SubmittedEvent } from './submitted-event.ts';

/** The text around the events of a request. */
interface Frame {
  readonly before: string;
  readonly after: string;
}

export const SINGLE: Frame = { before: '', after: '' };
export const BATCH: Frame = { before: '{"events":[', after: ']}' };

/** Deeper values are left to the scanner, which handles any depth. */
const MAX_PRINTED_DEPTH = 64;
const SIGNATURE_LENGTH = 64;

/**
 * Reads the events of a request that is exactly what JavaScript prints of events in canonical form with the signature
 * last, which is what our SDK sends. Such a request has no duplicate members and no whitespace, and nothing has to be
 * searched for in its text: printing the parsed value is several times faster than scanning.
 *
 * @param values the events as parsed by JSON.parse.
 * @returns undefined for a request in any other spelling.
 */
export function readCanonicalJson(
  text: string,
  frame: Frame,
  values: readonly unknown[],
): SubmittedEvent[] | undefined {
  if (values.length === 0 || values.length > MAX_EVENTS_PER_REQUEST) return undefined;
  if (!text.startsWith(frame.before)) return undefined;
  const events: SubmittedEvent[] = [];
  let at = frame.before.length;
  for (const value of values) {
    if (events.length > 0 && text[at++] !== ',') return undefined;
    if (countMembers(value) > MAX_MEMBERS) return undefined;
    const depth = depthUpTo(MAX_PRINTED_DEPTH, value);
    if (depth === 0 || depth >= MAX_PRINTED_DEPTH || Array.isArray(value)) return undefined;
    const printed = JSON.stringify(value);
    if (!text.startsWith(printed, at)) return undefined;
    at += printed.length;
    const canonical = withoutSignature(value as object, printed);
    if (canonical === undefined) return undefined;
    events.push({ value, canonical, depth, members: undefined, hasTooManyMembers: false });
  }
  return text.length === at + frame.after.length && text.endsWith(frame.after) ? events : undefined;
}

function countMembers(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Undefined if the names are not sorted or the signature is not last. */
function withoutSignature(event: object, printed: string): string | undefined {
  const names = Object.keys(event);
  if (names.pop() !== 'signature' || names.length === 0) return undefined;
  let before = '';
  for (const name of names) {
    if (name < before) return undefined;
    before = name;
  }
  const { signature } = event as { signature: unknown };
  if (typeof signature !== 'string' || signature.length !== SIGNATURE_LENGTH) return undefined;
  const end = `,"signature":"${signature}"}`;
  return printed.endsWith(end) ? `${printed.slice(0, -end.length)}}` : undefined;
}
