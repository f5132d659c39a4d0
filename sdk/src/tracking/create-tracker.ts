import type { EventCounts } from '../client/event-counts.ts';
import type { Identity } from '../client/identity.ts';
import type { Settings } from '../config/settings.ts';
import type { Logger } from '../logger.ts';
import type { Platform } from '../platform/platform.ts';
import { createSerialRunner } from '../queue/run-serially.ts';
import type { EventQueue } from '../queue/with-memory-fallback.ts';
import { captureEvent, type EventOrigin, splitOrDrop } from './capture-event.ts';
import { type CapturedEvent, composeFacts } from './compose-facts.ts';
import { decodeEarly, type EarlyEvent, encodeEarly } from './early-event.ts';
import { isAlwaysKept, isSampled } from './is-sampled.ts';
import { type EventFacts, encodePending, type PendingEvent } from './pending-event.ts';
import { asEventProperties } from './split-properties.ts';
import type { WriteAhead } from './write-ahead.ts';

export interface Tracker {
  /** Captures an event at once; resolves when it is on disk, in memory or was discarded. Never rejects. */
  track(name: string, properties?: object, origin?: EventOrigin): Promise<void>;
  /** Adds properties to all events from now on; null removes one. */
  setProperties(properties?: object): void;
  /** Removes all that `setProperties` has added. */
  clearProperties(): void;
  /** Applies to all events from now on. */
  setIntegrityToken(token: string): void;
  /** Resolves when everything tracked so far is in the queue. */
  settled(): Promise<void>;
}

export interface TrackerParts {
  platform: Platform;
  identity: Identity;
  /** Resolves when identity and settings are loaded and the queue is open. */
  opened: Promise<unknown>;
  events: Pick<EventQueue, 'append'>;
  ahead: WriteAhead;
  counts: EventCounts;
  settings(): Settings;
  collectAdvertisingId: boolean;
  log: Logger;
  /** Called with each event once it is complete, before it is stored. */
  onComposed(event: PendingEvent): void;
  /** Called with each event once it is in the queue; the event counts as tracked when that is done. */
  onStored(facts: EventFacts): Promise<void>;
}

/** Turns the app's calls into events in the queue, in the order of the calls. */
export function createTracker(parts: TrackerParts): Tracker {
  const { platform, identity, events, ahead, counts, log } = parts;
  const composer = createComposer(parts);
  let integrityToken: string | undefined;
  let shared: Record<string, unknown> = {};
  let settled: Promise<unknown> = Promise.resolve();

  async function keep(early: EarlyEvent): Promise<void> {
    const event = await composer.compose(early);
    if (!event) return ahead.remove(early.captured.eventId);
    parts.onComposed(event);
    if (await events.append(encodePending(event))) ahead.remove(event.facts.event_id);
    await parts.onStored(event.facts);
    const token = event.facts.push_token;
    if (!token) return;
    composer.tokenStored();
    if (identity.pushToken.current() === token) await identity.pushToken.set(undefined);
  }

  function enqueue(early: EarlyEvent): Promise<void> {
    const kept = keep(early).catch((error: unknown) => {
      counts.drop('not_stored');
      log.error(`event ${early.captured.eventId} could not be stored: ${String(error)}`);
    });
    settled = Promise.all([settled, kept]);
    return kept;
  }

  // What earlier pages had no time to store comes first.
  for (const { id, text } of ahead.all()) {
    const early = decodeEarly(text);
    if (early) void enqueue({ ...early, isOptedOut: identity.isOptedOut });
    else ahead.remove(id);
  }

  return {
    track(name, properties, origin) {
      const captured = captureEvent({ ...parts, shared }, name, properties, origin);
      const isOptedOut = identity.isOptedOutAsOfNow();
      const userId = identity.userId.asOfNow();
      const early = { captured, integrityToken, epoch: platform.clock.epoch };
      if (!isOptedOut()) ahead.put(captured.eventId, encodeEarly({ ...early, userId }));
      return enqueue({ ...early, userId, isOptedOut });
    },
    setProperties(properties) {
      const { event_properties } = splitOrDrop(log, 'setProperties', properties, asEventProperties);
      const all = Object.entries({ ...shared, ...event_properties });
      shared = Object.fromEntries(all.filter(([, value]) => value !== null));
    },
    clearProperties() {
      shared = {};
    },
    setIntegrityToken(token) {
      integrityToken = token || undefined;
    },
    settled: async () => {
      await settled;
    },
  };
}

/** Completes events one after another; undefined for those that are not to be recorded. */
function createComposer({
  platform,
  identity,
  opened,
  counts,
  settings,
  collectAdvertisingId,
  log,
}: TrackerParts) {
  const serially = createSerialRunner();
  let deviceContext: ReturnType<typeof readDeviceContext> | undefined;
  // The push token that an event carries which is not stored yet.
  let carried: string | undefined;

  async function readDeviceContext() {
    const device = await platform.device().catch(() => ({}));
    const gaid = collectAdvertisingId ? await platform.advertisingId().catch(() => undefined) : undefined;
    return { device, gaid };
  }

  async function compose(early: EarlyEvent): Promise<PendingEvent | undefined> {
    await opened;
    if (early.isOptedOut() || !settings().trackingEnabled) {
      counts.drop('tracking_off');
      return undefined;
    }
    deviceContext ??= readDeviceContext();
    const pushToken = identity.pushToken.current();
    const { captured, integrityToken, epoch } = early;
    const context = {
      ...(await deviceContext),
      installation_id: identity.installationId(),
      user_id: early.userId(),
      integrity_token: integrityToken,
      push_token: pushToken === carried ? undefined : pushToken,
    };
    const complete = await withInstallReferrer(platform, captured);
    const facts = composeFacts(complete, context, (name) => {
      log.error(`event ${captured.eventId}: the value of ${name} is invalid, so it is left out`);
    });
    if (!isAlwaysKept(facts) && !isSampled(facts.installation_id ?? '', settings().samplingRate)) {
      counts.drop('sampled_out');
      return undefined;
    }
    if (facts.push_token) carried = pushToken;
    return { facts, monotonic: captured.monotonic, epoch };
  }

  return {
    compose: (early: EarlyEvent) => serially(() => compose(early)),
    tokenStored() {
      carried = undefined;
    },
  };
}

/** Adds what the store knows about an install, unless the app has passed a referrer itself. */
async function withInstallReferrer(platform: Platform, captured: CapturedEvent): Promise<CapturedEvent> {
  const { properties } = captured;
  if (captured.event_type !== 'install' || properties.members.referrer !== undefined) return captured;
  const referrer = await platform.installReferrer?.().catch(() => undefined);
  return { ...captured, properties: { ...properties, members: { ...referrer, ...properties.members } } };
}
