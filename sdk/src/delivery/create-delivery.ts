import type { EventCounts } from '../events/event-counts.ts';
import { encodePending } from '../events/pending-event.ts';
import type { Logger } from '../platform/logger.ts';
import type { KeyValueStore, Lease } from '../platform/platform.ts';
import type { WriteAhead } from '../platform/write-ahead.ts';
import { singleFlight } from '../scheduling/single-flight.ts';
import { createDeadLetters } from '../storage/dead-letters.ts';
import type { EventQueue } from '../storage/with-memory-fallback.ts';
import { createBatchLimit } from './batch-limit.ts';
import { createSendGate, type SendGateParts } from './create-send-gate.ts';
import { createSenders, type SenderParts } from './create-senders.ts';
import { createQueueDelivery } from './deliver-queue.ts';
import type { LeaveSender, LeaveSenderParts } from './send-on-leave.ts';
import { createSession } from './session.ts';
import { createSettleEvents } from './settle-events.ts';

export interface DeliverySources extends SenderParts, SendGateParts {
  platform: SenderParts['platform'];
  keys: SenderParts['keys'];
  values: KeyValueStore;
  /** The queue's name. */
  name: string;
  counts: EventCounts;
  queue: { events: EventQueue; lease: Lease };
  ahead: WriteAhead | undefined;
  /** Resolves when identity and settings are loaded. */
  opened: Promise<unknown>;
  /** Resolves with the number of events that earlier starts have left. */
  left: Promise<number>;
  createLeaveSender: ((parts: LeaveSenderParts) => LeaveSender) | undefined;
  log: Logger;
}

/** Everything that sends events. */
export type Delivery = ReturnType<typeof createDelivery>;

/** Assembles everything that sends events. */
export function createDelivery(sources: DeliverySources) {
  const { platform, values, name, keys, queue, opened, left } = sources;
  const session = createSession(platform.clock);
  const gate = createSendGate(sources, session);
  const { send, sendOnce } = createSenders(sources, gate.mayDeliver);

  const deadLetters = createDeadLetters(values, `${name}.dead-letters`, platform.clock.now);
  const leaving = sources.createLeaveSender?.({
    sendOnce,
    gate,
    session,
    onAnswered(sent) {
      settleEvents.noteAnswered(sent);
      void flush().catch(() => undefined);
    },
  });
  const settleEvents = createSettleEvents({ ...sources, session, deadLetters, leaving });
  const deliverQueue = createQueueDelivery({
    ...sources,
    session,
    settleEvents,
    send,
    leaving,
    gate,
    batchLimit: createBatchLimit(values, `${name}.batch-limit`),
  });

  async function resolveKey(): Promise<void> {
    if (session.renewIfOver()) keys.startSession();
    if (await gate.mayRequest()) await keys.resolve();
  }

  const flush = singleFlight(async () => {
    // A late answer to a page that was left must not open the storage of a closed client again.
    if (gate.isClosed()) return;
    await opened;
    await resolveKey();
    if (!sources.identity.isOptedOut()) await deliverQueue();
  });

  return {
    flush,
    deadLetters,
    leaving,
    gate,
    session,
    async retryDeadLetters(): Promise<number> {
      const queued = await deadLetters.requeue((event) => {
        // It may still be in the queue, as it could not be removed.
        settleEvents.answered.delete(event.facts.event_id);
        return queue.events.append(encodePending(event));
      });
      if (queued > 0) await flush();
      return queued;
    },
    /** Resolves the key, and sends what earlier sessions left. */
    async start(): Promise<void> {
      await opened;
      await resolveKey();
      if (await left) await flush();
    },
    async close(): Promise<void> {
      gate.close();
      // What the start does after that is a pass too; this one does nothing but wait for it.
      await opened;
      await flush();
    },
  };
}
