import { MAX_EVENTS_PER_REQUEST } from '@tributary/sdk/wire/limits';
import { AppError } from '../../platform/errors/errors.ts';
import { canonicalText } from './canonical-text.ts';
import { JsonCursor } from './json-cursor.ts';
import { BATCH, readCanonicalJson, SINGLE } from './read-canonical-json.ts';
import { scanMembers, scanName, sortMembers } from './scan-members.ts';
import type { SubmittedEvent } from './submitted-event.ts';

/**
 * Splits a request's text into its events.
 *
 * An object with an `events` array is a batch; any other object is one event.
 *
 * @throws AppError VALIDATION_ERROR for malformed JSON, a body that is not an object, and 0 or more than 50 events.
 */
export function splitRequest(text: string): SubmittedEvent[] {
  const body = parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw malformed('the body must be an event object or an object with an events array');
  }
  const batch: unknown = Object.hasOwn(body, 'events') ? Reflect.get(body, 'events') : undefined;
  if (Array.isArray(batch))
    return readCanonicalJson(text, BATCH, batch) ?? splitBatch(new JsonCursor(text), batch);
  if (batch !== undefined && !Object.hasOwn(body, 'event_type')) throw malformed('events must be an array');
  return readCanonicalJson(text, SINGLE, [body]) ?? [scanEvent(new JsonCursor(text), body)];
}

/**
 * Reads a body that is one signed object and no event, with the text that its signature covers.
 *
 * @throws AppError VALIDATION_ERROR
 */
export function readSignedObject(text: string): SubmittedEvent {
  const body = parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw malformed('the body must be a JSON object');
  return readCanonicalJson(text, SINGLE, [body])?.[0] ?? scanEvent(new JsonCursor(text), body);
}

function splitBatch(cursor: JsonCursor, batch: unknown[]): SubmittedEvent[] {
  if (batch.length === 0) throw malformed('events must not be empty');
  if (batch.length > MAX_EVENTS_PER_REQUEST) {
    throw malformed(`events must hold no more than ${MAX_EVENTS_PER_REQUEST} events`);
  }
  const events: SubmittedEvent[] = [];
  let scanned = false;
  cursor.eachItem(() => {
    if (scanName(cursor) !== 'events') return cursor.skipValue();
    // JSON.parse keeps the last of two, the scanner finds the first: it is unclear which the client meant.
    if (scanned || !cursor.isAtArray()) throw malformed('events is given twice');
    scanned = true;
    cursor.eachItem(() => events.push(scanEvent(cursor, batch[events.length])));
  });
  return events;
}

function scanEvent(cursor: JsonCursor, value: unknown): SubmittedEvent {
  cursor.deepest = 0;
  if (!cursor.isAtObject()) {
    cursor.skipValue();
    return { value, canonical: '', depth: cursor.deepest, members: [], hasTooManyMembers: false };
  }
  const scanned = scanMembers(cursor);
  // The braces of an object that was skipped as a whole have already been counted as a level.
  if (scanned === undefined) {
    return { value, canonical: '', depth: cursor.deepest, members: [], hasTooManyMembers: true };
  }
  const members = sortMembers(scanned);
  const canonical = canonicalText(members);
  return { value, canonical, depth: cursor.deepest + 1, members, hasTooManyMembers: false };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('the body is not valid JSON');
  }
}

function malformed(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message);
}
