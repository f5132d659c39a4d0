import type { ClientConfig } from '../config/client-config.ts';
import type { RemoteSettings } from '../config/remote-settings.ts';
import { createBatchLimit } from '../flush/batch-limit.ts';
import { type DeliveryParts, deliverQueue, mayDeliver } from '../flush/deliver-queue.ts';
import { blockedReason, isOffline, isTrackingOff, type SendState } from '../flush/gates.ts';
import { createSession } from '../flush/session.ts';
import { singleFlight } from '../flush/single-flight.ts';
import type { KeyResolver } from '../keys/key-resolver.ts';
import type { Logger } from '../logger.ts';
import type { Lease, Platform } from '../platform/platform.ts';
import { createDeadLetters } from '../queue/dead-letters.ts';
import type { EventStore } from '../queue/event-store.ts';
import { createIngestSender } from '../transport/create-ingest-sender.ts';
import type { SigningKey } from '../transport/seal-event.ts';
import type { SendEvents } from '../transport/send-events.ts';
import { createServerClock } from '../transport/server-clock.ts';
import { withClockCorrection } from '../transport/with-clock-correction.ts';
import { withRetry } from '../transport/with-retry.ts';
import type { Identity } from './identity.ts';
import type { Waiter } from './waiter.ts';

export interface DeliverySources {
  platform: Platform;
  /** The queue's name. */
  name: string;
  config: ClientConfig;
  remote: RemoteSettings;
  keys: KeyResolver;
  identity: Identity;
  opened: Promise<{ events: EventStore; lease: Lease }>;
  waiter: Waiter;
  log: Logger;
}

/** Assembles everything that sends events. */
export function createDelivery(sources: DeliverySources) {
  const { platform, name, remote, keys, identity, opened, waiter, log } = sources;
  const session = createSession(platform.clock);
  let closed = false;
  let pass: Promise<void> = Promise.resolve();

  async function sendState(): Promise<SendState> {
    return {
      settings: remote.settings(),
      consent: identity.optOut.current() === undefined,
      network: await platform.network().catch(() => 'unknown' as const),
      batteryPercent: await platform.batteryPercent().catch(() => undefined),
      keyResolved: keys.known() !== undefined,
    };
  }

  /** The key may be requested even while the service has tracking off: otherwise it could never turn it on again. */
  async function mayRequest(): Promise<boolean> {
    const state = await sendState();
    const consented = !isTrackingOff({ ...state, settings: { ...state.settings, trackingEnabled: true } });
    return !closed && consented && !isOffline(state);
  }

  async function resolveKey(): Promise<void> {
    if (session.renewIfOver()) keys.startSession();
    if (await mayRequest()) await keys.resolve();
  }

  const parts = opened.then(
    ({ events, lease }): DeliveryParts => ({
      events,
      lease,
      clock: platform.clock,
      session,
      batchLimit: createBatchLimit(platform.storage.values, `${name}.batch-limit`),
      deadLetters: createDeadLetters(platform.storage.values, `${name}.dead-letters`, platform.clock.now),
      send: createSend(sources, async () => mayDeliver(await parts)),
      settings: remote.settings,
      onSignatureRefused: keys.distrust,
      blockedReason: async () => (closed ? 'the client is closed' : blockedReason(await sendState())),
      log,
    }),
  );

  const flush = singleFlight(() => {
    pass = (async () => {
      const ready = await parts;
      await resolveKey();
      await deliverQueue(ready);
    })();
    return pass;
  });

  return {
    flush,
    mayRequest,
    renewSession: session.renew,
    /** Sends what earlier sessions left; if there is nothing, only resolves the key. */
    async start(): Promise<void> {
      const { events } = await parts;
      if ((await events.count()) > 0) await flush();
      else await resolveKey();
    },
    async close(): Promise<void> {
      closed = true;
      waiter.stop();
      await pass.catch(() => undefined);
    },
  };
}

function createSend(sources: DeliverySources, mayContinue: () => Promise<boolean>): SendEvents {
  const { platform, config, remote, keys, waiter } = sources;
  const serverClock = createServerClock(platform.clock);
  const target = () => ({ url: remote.endpoints().ingest, key: signingKey(keys, config) });
  const once = createIngestSender({ platform, serverClock, target });
  return withRetry(withClockCorrection(once, serverClock), {
    maxAttempts: () => remote.settings().maxRetryAttempts,
    wait: waiter.wait,
    mayContinue,
  });
}

function signingKey(keys: KeyResolver, { customerId, appId }: ClientConfig): SigningKey {
  const key = keys.known();
  // A gate holds events back until the key is known.
  if (!key) throw new Error('events cannot be sent without a resolved key');
  return { ...key, customer_id: customerId ?? key.customer_id, app_id: appId ?? key.app_id };
}
