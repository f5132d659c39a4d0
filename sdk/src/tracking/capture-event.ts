import { uuidV7 } from '../ids/uuid.ts';
import type { Logger } from '../logger.ts';
import type { Platform } from '../platform/platform.ts';
import type { CapturedEvent } from './compose-facts.ts';
import { nameEvent } from './name-event.ts';
import { asEventProperties, splitProperties } from './split-properties.ts';

/** What is known of an event at the moment of the call, as plain JSON. */
export function captureEvent(
  { clock, randomBytes }: Pick<Platform, 'clock' | 'randomBytes'>,
  log: Logger,
  name: string,
  properties?: object,
): CapturedEvent {
  // A clock before 1970 is as good as none.
  const timestamp = Math.max(0, clock.now());
  return {
    ...nameEvent(name),
    eventId: uuidV7(randomBytes, timestamp),
    timestamp,
    monotonic: clock.monotonic(),
    properties: splitOrDrop(log, name, properties),
  };
}

/** The app's properties never cause a failure: an event without properties is better than none. */
function splitOrDrop(log: Logger, name: string, properties: object | undefined) {
  try {
    // Traits describe the user, not the event.
    const split = name === 'identify' ? asEventProperties(properties) : splitProperties(properties);
    for (const property of split.invalid)
      log.error(`${name}: the value of ${property} is invalid, so it is not a field of the event`);
    return split;
  } catch {
    log.error(`${name}: its properties are not JSON and were dropped`);
    return { members: {}, invalid: [] };
  }
}
