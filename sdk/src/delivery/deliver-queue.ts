import { decodePending } from '../events/pending-event.ts';
import type { KeyResolver } from '../keys/key-resolver.ts';
import type { RemoteSettings } from '../keys/remote-settings.ts';
import type { StoredEvent } from '../platform/event-store.ts';
import type { Lease } from '../platform/platform.ts';
import type { EventQueue } from '../storage/with-memory-fallback.ts';
import { fitBatch } from '../transport/pack-batch.ts';
import { giveFate, type QueuedEvent, type SendEvents, withFate } from '../transport/send-events.ts';
import { MAX_EVENTS_PER_REQUEST } from '../wire/limits.ts';
import type { BatchLimit } from './batch-limit.ts';
import type { SendGate } from './create-send-gate.ts';
import type { LeaveSender } from './send-on-leave.ts';
import type { Session } from './session.ts';
import type { SettleEvents } from './settle-events.ts';

export interface QueueDeliveryParts {
  queue: { events: EventQueue; lease: Lease };
  remote: Pick<RemoteSettings, 'settings'>;
  keys: Pick<KeyResolver, 'distrust'>;
  session: Session;
  batchLimit: BatchLimit;
  settleEvents: SettleEvents;
  send: SendEvents;
  leaving: Pick<LeaveSender, 'isUnderWay'> | undefined;
  gate: SendGate;
}

/** The returned function makes one pass through the queue, from the oldest event to the newest. */
export function createQueueDelivery(parts: QueueDeliveryParts): () => Promise<void> {
  const { queue, remote, keys, session, batchLimit, settleEvents, send, leaving, gate } = parts;
  const { events, lease } = queue;

  /** The events of a page that may be sent now. */
  async function readPage(page: StoredEvent[]): Promise<(QueuedEvent & StoredEvent)[]> {
    const answered: QueuedEvent[] = [];
    const waiting: (QueuedEvent & StoredEvent)[] = [];
    for (const { id, record } of page) {
      const event = decodePending(record);
      const eventId = event?.facts.event_id ?? '';
      if (!event) await settleEvents.discard(id);
      else if (settleEvents.answered.has(eventId)) answered.push({ id, event });
      else if (!session.isParked(eventId) && !leaving?.isUnderWay(eventId))
        waiting.push({ id, record, event });
    }
    await settleEvents.remove(answered);
    return waiting;
  }

  /** Sends what fits in one request; returns whether others may be sent. */
  async function sendBatch(batch: QueuedEvent[]): Promise<boolean> {
    if (!(await gate.mayDeliver())) return false;
    const { verdict, waitMs, fates } = await send(batch);
    await settleEvents.settle(fates);
    if (fates.some(({ answer }) => answer?.code === 'AUTH_ERROR')) keys.distrust();
    if (withFate(fates, 'retry').length > 0) session.pause(waitMs);
    if (verdict === 'too_large') await batchLimit.halve(batch.length);
    // Whatever stopped this batch would stop the next one too, which waits for the next trigger.
    return verdict === 'answered';
  }

  async function deliver(): Promise<void> {
    let after: string | undefined;
    // What is tracked later waits for another pass: one beside an app that tracks all the time would not end.
    let left: number | undefined;
    do {
      const page = await events.read(after, MAX_EVENTS_PER_REQUEST);
      if (page.length === 0) break;
      const waiting = await readPage(page);
      const maxEvents = Math.min(remote.settings().batchSize, await batchLimit.current());
      const { count } = fitBatch(
        waiting.map(({ record }) => record),
        maxEvents,
      );
      const batch = waiting.slice(0, count || 1);
      after = (batch.length < waiting.length ? batch : page).at(-1)?.id;
      if (count > 0) {
        if (!(await sendBatch(batch))) return;
      } else {
        await settleEvents.settle(giveFate(batch, 'dead', { reason: 'too large' }));
      }
      left = left === undefined ? await events.count() : left - batch.length;
    } while (left > 0);
    if ((await events.count()) === 0) await batchLimit.lift();
  }

  return () => deliver().finally(lease.release);
}
