import type { ClientConfig } from '../config/client-config.ts';
import type { Settings } from '../config/settings.ts';
import type { EventCounts } from '../events/event-counts.ts';
import { describeEvent } from '../events/name-event.ts';
import { decodePending, type EventFacts, encodePending, type PendingEvent } from '../events/pending-event.ts';
import type { Identity } from '../identity/identity.ts';
import type { Logger } from '../platform/logger.ts';
import type { Platform } from '../platform/platform.ts';
import type { WriteAhead } from '../platform/write-ahead.ts';
import { createSerialRunner } from '../scheduling/run-serially.ts';
import { withDeadline } from '../storage/guard-storage.ts';
import { type EventQueue, MAX_IN_MEMORY } from '../storage/with-memory-fallback.ts';
import { captureEvent, type EventOrigin, reportInvalid } from './capture-event.ts';
import { composeFacts, type EventContext } from './compose-facts.ts';
import { isAlwaysKept, isSampled } from './is-sampled.ts';
import { splitProperties } from './split-properties.ts';

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
  settled(): Promise<unknown>;
  /** How many events wait until the identity is loaded. */
  held(): number;
  /** To be called once the identity is loaded, if it could not be at first: tracks what waits for that. */
  release(): void;
}

export interface TrackerParts {
  platform: Platform;
  identity: Identity;
  /** Resolves when identity and settings are loaded and the queue is open. */
  opened: Promise<unknown>;
  queue: { events: Pick<EventQueue, 'append'> };
  ahead: WriteAhead | undefined;
  counts: EventCounts;
  remote: { settings(): Settings };
  config: Pick<ClientConfig, 'collectAdvertisingId'>;
  log: Logger;
  /** Called with each event once it is complete, before it is stored. */
  onComposed(event: PendingEvent): void;
  /** Called with each event once it is in the queue; the event counts as tracked when that is done. */
  onStored(facts: EventFacts): Promise<unknown>;
}

/** What is known of the user when an event happens. */
type UserFacts = Pick<EventContext, 'user_id' | 'consent'>;

/** An event of which the rest is added when it is stored. */
interface EarlyEvent {
  event: PendingEvent;
  /** As of the call; without what is not loaded. */
  user(): UserFacts;
  isOptedOut(): boolean;
}

const NOBODY: UserFacts = { user_id: undefined, consent: undefined };

/** Turns the app's calls into events in the queue, in the order of the calls. */
export function createTracker(parts: TrackerParts): Tracker {
  const { identity, queue, ahead, counts, log } = parts;
  const { compose, forgetToken } = createComposer(parts);
  let integrityToken: string | undefined;
  let shared: Record<string, unknown> = {};
  let settled: Promise<unknown> = Promise.resolve();
  // Neither sent nor stored while it cannot be read what the user has chosen.
  const held: EarlyEvent[] = [];

  async function keep(early: EarlyEvent): Promise<void> {
    const { event_id } = early.event.facts;
    await parts.opened;
    if (!identity.isLoaded()) {
      if (held.push(early) <= MAX_IN_MEMORY) return;
      held.shift();
      return counts.drop('memory_full');
    }
    const event = await compose(early);
    if (!event) return ahead?.remove(event_id);
    parts.onComposed(event);
    if (await queue.events.append(encodePending(event))) ahead?.remove(event_id);
    await parts.onStored(event.facts);
    await forgetToken(event.facts);
  }

  function enqueue(early: EarlyEvent): Promise<void> {
    const kept = keep(early).catch((error: unknown) => {
      counts.drop('not_stored');
      log.error(`${describeEvent(early.event.facts)} is lost: ${error}`);
    });
    settled = Promise.all([settled, kept]);
    return kept;
  }

  // What earlier pages had no time to store comes first.
  for (const { id, text } of ahead?.all() ?? []) {
    const event = decodePending(text);
    if (event) void enqueue({ event, user: () => NOBODY, isOptedOut: identity.isOptedOut });
    else ahead?.remove(id);
  }

  return {
    track(name, properties, origin) {
      const event = captureEvent({ ...parts, shared }, name, properties, origin);
      const { facts } = event;
      if (integrityToken) facts.integrity_token = integrityToken;
      const isOptedOut = identity.isOptedOutAsOfNow();
      const user = identity.userAsOfNow();
      if (!isOptedOut())
        ahead?.put(facts.event_id, encodePending({ ...event, facts: { ...facts, ...user() } }));
      return enqueue({ event, user, isOptedOut });
    },
    setProperties(properties) {
      const { event_properties } = splitProperties(properties, [], reportInvalid(parts, 'setProperties'));
      const all = Object.entries({ ...shared, ...event_properties });
      shared = Object.fromEntries(all.filter(([, value]) => value !== null));
    },
    clearProperties() {
      shared = {};
    },
    setIntegrityToken(token) {
      integrityToken = token;
    },
    settled: () => settled,
    held: () => held.length,
    release() {
      for (const early of held.splice(0)) void enqueue(early);
    },
  };
}

/** Completes events one after another; undefined for those that are not to be recorded. */
function createComposer(parts: TrackerParts) {
  const { platform, identity, counts, remote, config } = parts;
  const { pushToken } = identity;
  const serially = createSerialRunner();
  let deviceContext: ReturnType<typeof readDeviceContext> | undefined;
  // The push token that an event carries which is not stored yet.
  let carried: string | undefined;

  async function readDeviceContext() {
    const device = await withDeadline(platform.timers, () => platform.device()).catch(() => ({}));
    const mayReadGaid = config.collectAdvertisingId !== false;
    const gaid = mayReadGaid ? await platform.advertisingId?.().catch(() => undefined) : undefined;
    return { device, gaid };
  }

  async function compose({ event, user, isOptedOut }: EarlyEvent): Promise<PendingEvent | undefined> {
    if (isOptedOut() || !remote.settings().trackingEnabled) {
      counts.drop('tracking_off');
      return undefined;
    }
    deviceContext ??= readDeviceContext();
    const token = pushToken.current();
    const installation_id = await identity.installationId();
    const context = {
      ...(await deviceContext),
      installation_id,
      ...user(),
      push_token: token === carried ? undefined : token,
    };
    const captured = await withInstallReferrer(platform, event.facts);
    const facts = composeFacts(captured, context, reportInvalid(parts, describeEvent(captured)));
    if (!isAlwaysKept(facts) && !isSampled(installation_id, remote.settings().samplingRate)) {
      counts.drop('sampled_out');
      return undefined;
    }
    if (facts.push_token) carried = token;
    return { ...event, facts };
  }

  return {
    compose: (early: EarlyEvent) => serially(() => compose(early)),
    /** To be called when an event is stored: the token that it carries need not be sent again. */
    async forgetToken({ push_token }: EventFacts): Promise<void> {
      if (!push_token) return;
      carried = undefined;
      if (pushToken.current() === push_token) await pushToken.set(undefined);
    },
  };
}

/** Adds what the store knows about an install, unless the app has passed a referrer itself. */
async function withInstallReferrer(platform: Platform, facts: EventFacts): Promise<EventFacts> {
  if (facts.event_type !== 'install' || facts.referrer !== undefined) return facts;
  const referrer = await platform.installReferrer?.().catch(() => undefined);
  return { ...referrer, ...facts };
}
