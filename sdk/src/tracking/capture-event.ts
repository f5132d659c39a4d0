import type { EventCounts } from '../events/event-counts.ts';
import { nameEvent } from '../events/name-event.ts';
import type { PendingEvent } from '../events/pending-event.ts';
import { uuidV7 } from '../ids/uuid.ts';
import type { Logger } from '../platform/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { PROPERTY_FIELDS } from '../wire/client-fields.ts';
import { SDK_VERSION } from '../wire/sdk-version.ts';
import { splitProperties } from './split-properties.ts';

/** Of the properties that are counted: the names may be made of anything. */
const MAX_NAMES = 50;

/** Where an event comes from, if it is not a call of the app that has just been made. */
export interface EventOrigin {
  /** How long ago it happened. */
  msAgo?: number;
  /** Its id, if it must not be tracked twice. */
  eventId?: string;
  /** Custom properties that it has whatever the app's are. */
  own?: Record<string, unknown>;
}

export interface ReportParts {
  log: Logger;
  counts: Pick<EventCounts, 'droppedProperties'>;
}

export interface CaptureParts extends ReportParts {
  platform: Pick<Platform, 'clock' | 'randomBytes'>;
  /** Properties that every event has, unless it has its own of that name. */
  shared: Record<string, unknown>;
}

/** What is known of an event at the moment of the call, as plain JSON. */
export function captureEvent(
  { platform: { clock, randomBytes }, shared, ...parts }: CaptureParts,
  name: string,
  given?: object,
  { msAgo = 0, eventId, own }: EventOrigin = {},
): PendingEvent {
  // A clock before 1970 is as good as none.
  const timestamp = Math.max(0, clock.now() - msAgo);
  // Traits describe the user, not the event.
  const isIdentify = name === 'identify';
  const topLevel = isIdentify ? [] : Object.keys(PROPERTY_FIELDS);
  const properties = splitProperties(given, topLevel, reportInvalid(parts, name));
  const all = { ...(!isIdentify && shared), ...properties.event_properties, ...own };
  if (Object.keys(all).length > 0) properties.event_properties = all;
  return {
    facts: {
      ...properties,
      ...nameEvent(name),
      timestamp,
      event_id: eventId ?? uuidV7(randomBytes, timestamp),
      sdk_version: SDK_VERSION,
    },
    monotonic: clock.monotonic() - msAgo,
    epoch: clock.epoch,
  };
}

/** Says that something is left out, being invalid, and counts it: `what` names where, such as in an event. */
export const reportInvalid =
  ({ log, counts: { droppedProperties: dropped } }: ReportParts, what: string) =>
  (name: string) => {
    if (!dropped[name]) {
      if (Object.keys(dropped).length >= MAX_NAMES) return;
      // Once: an app that does it at all does it often.
      log.always(`${what}: ${name} is invalid`);
    }
    dropped[name] = (dropped[name] ?? 0) + 1;
  };
