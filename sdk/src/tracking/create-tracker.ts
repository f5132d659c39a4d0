import type { Identity } from '../client/identity.ts';
import type { Settings } from '../config/settings.ts';
import { uuidV7 } from '../ids/uuid.ts';
import type { Logger } from '../logger.ts';
import type { Platform } from '../platform/platform.ts';
import type { EventStore } from '../queue/event-store.ts';
import { createRunInTurn } from '../queue/run-in-turn.ts';
import { type CapturedEvent, composeFacts } from './compose-facts.ts';
import { isAlwaysKept, isSampled } from './is-sampled.ts';
import { nameEvent } from './name-event.ts';
import { type EventFacts, encodePending } from './pending-event.ts';
import { keepTogether, splitProperties } from './split-properties.ts';

export interface Tracker {
  /** Takes an event down at once; resolves when it is on disk, or known not to be wanted. Never rejects. */
  track(name: string, properties?: object): Promise<void>;
  /** For the events from now on. */
  setIntegrityToken(token: string): void;
  /** Resolves when everything tracked so far is on disk. */
  settled(): Promise<void>;
}

export interface TrackerParts {
  platform: Platform;
  identity: Identity;
  /** Resolves when identity and settings are loaded and the queue is open. */
  opened: Promise<{ events: EventStore }>;
  settings(): Settings;
  collectAdvertisingId: boolean;
  log: Logger;
  /** Told of each event that is on disk. */
  onStored(facts: EventFacts): void;
}

/** Turns calls of the app into events on disk, in the order of the calls. */
export function createTracker(parts: TrackerParts): Tracker {
  const { platform, identity, log } = parts;
  const inTurn = createRunInTurn();
  let integrityToken: string | undefined;
  let surroundings: Promise<Pick<Parameters<typeof composeFacts>[1], 'device' | 'gaid'>> | undefined;

  async function lookAround() {
    const device = await platform.device().catch(() => ({}));
    const gaid = parts.collectAdvertisingId
      ? await platform.advertisingId().catch(() => undefined)
      : undefined;
    return { device, gaid };
  }

  async function store(captured: CapturedEvent, atCall: ReturnType<typeof whatHeldAtCall>): Promise<void> {
    const { events } = await parts.opened;
    if (atCall.optedOut() || !parts.settings().trackingEnabled) return;
    surroundings ??= lookAround();
    const pushToken = identity.pushToken.current();
    const facts = composeFacts(captured, {
      ...(await surroundings),
      installationId: identity.installationId(),
      userId: atCall.userId(),
      pushToken,
      integrityToken: atCall.integrityToken,
    });
    if (!isAlwaysKept(facts) && !isSampled(facts.installation_id ?? '', parts.settings().samplingRate))
      return;
    await events.append(encodePending({ facts, monotonic: captured.monotonic, epoch: platform.clock.epoch }));
    if (pushToken && identity.pushToken.current() === pushToken) await identity.pushToken.set(undefined);
    parts.onStored(facts);
  }

  function whatHeldAtCall() {
    const optOut = identity.optOut.asOfNow();
    return { optedOut: () => optOut() !== undefined, userId: identity.userId.asOfNow(), integrityToken };
  }

  return {
    track(name, properties) {
      const captured = captureEvent(platform, log, name, properties);
      const atCall = whatHeldAtCall();
      return inTurn(() => store(captured, atCall)).catch((error: unknown) => {
        log.error(`event ${captured.eventId} could not be stored: ${String(error)}`);
      });
    },
    setIntegrityToken(token) {
      integrityToken = token || undefined;
    },
    settled: () => inTurn(async () => {}),
  };
}

function captureEvent(
  { clock, randomBytes }: Platform,
  log: Logger,
  name: string,
  properties?: object,
): CapturedEvent {
  const timestamp = clock.now();
  return {
    ...nameEvent(name),
    eventId: uuidV7(randomBytes, timestamp),
    timestamp,
    monotonic: clock.monotonic(),
    properties: partProperties(log, name, properties),
  };
}

/** What the app passes never makes it fail: an event without properties is better than none. */
function partProperties(log: Logger, name: string, properties: object | undefined) {
  try {
    // What an app says of a person is no fact of the event.
    const split = name === 'identify' ? keepTogether(properties) : splitProperties(properties);
    for (const misfit of split.misfits)
      log.error(`${name}: ${misfit} has no fit value and stays in event_properties`);
    return split;
  } catch {
    log.error(`${name}: its properties are no JSON and were left out`);
    return { members: {}, misfits: [] };
  }
}
