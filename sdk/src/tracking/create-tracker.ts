import type { Identity } from '../client/identity.ts';
import type { Settings } from '../config/settings.ts';
import { uuidV7 } from '../ids/uuid.ts';
import type { Logger } from '../logger.ts';
import type { Platform } from '../platform/platform.ts';
import type { EventStore } from '../queue/event-store.ts';
import { createSerialRunner } from '../queue/run-serially.ts';
import { type CapturedEvent, composeFacts } from './compose-facts.ts';
import { isAlwaysKept, isSampled } from './is-sampled.ts';
import { nameEvent } from './name-event.ts';
import { type EventFacts, encodePending } from './pending-event.ts';
import { asEventProperties, splitProperties } from './split-properties.ts';

export interface Tracker {
  /** Captures an event at once; resolves when it is on disk or was discarded. Never rejects. */
  track(name: string, properties?: object): Promise<void>;
  /** Applies to all events from now on. */
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
  /** Called with each event once it is on disk. */
  onStored(facts: EventFacts): void;
}

/** Turns the app's calls into events on disk, in the order of the calls. */
export function createTracker(parts: TrackerParts): Tracker {
  const { platform, identity, log } = parts;
  const serially = createSerialRunner();
  let integrityToken: string | undefined;
  let deviceContext: Promise<Pick<Parameters<typeof composeFacts>[1], 'device' | 'gaid'>> | undefined;

  async function readDeviceContext() {
    const device = await platform.device().catch(() => ({}));
    const gaid = parts.collectAdvertisingId
      ? await platform.advertisingId().catch(() => undefined)
      : undefined;
    return { device, gaid };
  }

  async function store(captured: CapturedEvent, atCall: ReturnType<typeof captureState>): Promise<void> {
    const { events } = await parts.opened;
    if (atCall.optedOut() || !parts.settings().trackingEnabled) return;
    deviceContext ??= readDeviceContext();
    const pushToken = identity.pushToken.current();
    const facts = composeFacts(await withInstallReferrer(platform, captured), {
      ...(await deviceContext),
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

  function captureState() {
    const optOut = identity.optOut.asOfNow();
    return { optedOut: () => optOut() !== undefined, userId: identity.userId.asOfNow(), integrityToken };
  }

  return {
    track(name, properties) {
      const captured = captureEvent(platform, log, name, properties);
      const atCall = captureState();
      return serially(() => store(captured, atCall)).catch((error: unknown) => {
        log.error(`event ${captured.eventId} could not be stored: ${String(error)}`);
      });
    },
    setIntegrityToken(token) {
      integrityToken = token || undefined;
    },
    settled: () => serially(async () => {}),
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
    properties: splitOrDrop(log, name, properties),
  };
}

/** Adds what the store knows about an install, unless the app has passed a referrer itself. */
async function withInstallReferrer(platform: Platform, captured: CapturedEvent): Promise<CapturedEvent> {
  const { properties } = captured;
  if (captured.event_type !== 'install' || properties.members.referrer !== undefined) return captured;
  const referrer = await platform.installReferrer?.().catch(() => undefined);
  return { ...captured, properties: { ...properties, members: { ...referrer, ...properties.members } } };
}

/** The app's properties never cause a failure: an event without properties is better than none. */
function splitOrDrop(log: Logger, name: string, properties: object | undefined) {
  try {
    // Traits describe the user, not the event.
    const split = name === 'identify' ? asEventProperties(properties) : splitProperties(properties);
    for (const property of split.invalid)
      log.error(`${name}: the value of ${property} is invalid, so it stays in event_properties`);
    return split;
  } catch {
    log.error(`${name}: its properties are not JSON and were dropped`);
    return { members: {}, invalid: [] };
  }
}
