import { nameEvent } from '../events/name-event.ts';
import type { PendingEvent } from '../events/pending-event.ts';
import { uuidV7 } from '../ids/uuid.ts';
import type { Logger } from '../platform/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { PROPERTY_FIELDS } from '../wire/client-fields.ts';
import { SDK_VERSION } from '../wire/sdk-version.ts';
import { type SplitProperties, splitProperties } from './split-properties.ts';

/** Where an event comes from, if it is not a call of the app that has just been made. */
export interface EventOrigin {
  /** How long ago it happened. */
  msAgo?: number;
  /** Its id, if it must not be tracked twice. */
  eventId?: string;
}

export interface CaptureParts {
  platform: Pick<Platform, 'clock' | 'randomBytes'>;
  log: Logger;
  /** Properties that every event has, unless it has its own of that name. */
  shared: Record<string, unknown>;
}

/** What is known of an event at the moment of the call, as plain JSON. */
export function captureEvent(
  { platform: { clock, randomBytes }, log, shared }: CaptureParts,
  name: string,
  given?: object,
  { msAgo = 0, eventId }: EventOrigin = {},
): PendingEvent {
  // A clock before 1970 is as good as none.
  const timestamp = Math.max(0, clock.now() - msAgo);
  // Traits describe the user, not the event.
  const isIdentify = name === 'identify';
  const properties = splitOrDrop(log, name, given, isIdentify ? [] : Object.keys(PROPERTY_FIELDS));
  if (!isIdentify && Object.keys(shared).length > 0)
    properties.event_properties = { ...shared, ...properties.event_properties };
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

/** The app's properties never cause a failure: an event without properties is better than none. */
export function splitOrDrop(
  log: Logger,
  name: string,
  properties: object | undefined,
  topLevel: readonly string[],
): SplitProperties {
  try {
    return splitProperties(properties, topLevel, reportInvalid(log, name));
  } catch {
    log.error(`${name}: not JSON`);
    return {};
  }
}

/** Logs that a field of something is left out, being invalid: `what` names the thing, such as an event. */
export const reportInvalid = (log: Logger, what: string) => (name: string) =>
  log.error(`${what}: ${name} is invalid`);
