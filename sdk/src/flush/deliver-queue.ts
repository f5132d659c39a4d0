import type { Settings } from '../config/settings.ts';
import type { Logger } from '../logger.ts';
import type { Clock, Lease } from '../platform/platform.ts';
import type { StoredEvent } from '../queue/event-store.ts';
import type { EventQueue } from '../queue/with-memory-fallback.ts';
import { decodePending } from '../tracking/pending-event.ts';
import type { Fate } from '../transport/classify-item.ts';
import { countFitting } from '../transport/pack-batch.ts';
import type { QueuedEvent, SendEvents, SendOutcome } from '../transport/send-events.ts';
import { MAX_EVENTS_PER_REQUEST } from '../wire/limits.ts';
import type { BatchLimit } from './batch-limit.ts';
import type { Session } from './session.ts';
import type { SettleEvents } from './settle-events.ts';

/** Longer than a request and the longest pause before it may take together. */
const LEASE_MS = 30_000;

export interface DeliveryParts {
  events: EventQueue;
  lease: Lease;
  clock: Clock;
  session: Session;
  batchLimit: BatchLimit;
  settleEvents: SettleEvents;
  send: SendEvents;
  settings(): Settings;
  onSignatureRefused(): void;
  /** Whether an event is being sent apart from the queue. */
  isUnderWay(eventId: string): boolean;
  /** Why nothing may be sent now; undefined if sending is allowed. */
  blockedReason(): Promise<string | undefined>;
  log: Logger;
}

/** Makes one pass through the queue, from the oldest event to the newest. */
export async function deliverQueue(parts: DeliveryParts): Promise<void> {
  const { events, lease } = parts;
  try {
    let after: string | undefined;
    for (;;) {
      const page = await events.read(after, MAX_EVENTS_PER_REQUEST);
      if (page.length === 0) break;
      const batch = await takeBatch(parts, page);
      after = batch.upTo;
      if (batch.events.length === 0) continue;
      if (!(await mayDeliver(parts))) return;
      const outcome = await parts.send(batch.events);
      await settle(parts, batch.events.length, outcome);
      // Whatever stopped this batch would stop the next one too, which waits for the next trigger.
      if (outcome.verdict !== 'answered') return;
    }
    if ((await events.count()) === 0) await parts.batchLimit.lift();
  } finally {
    await lease.release();
  }
}

/** Whether a send may start; checked before each one, since the network, the battery and other tabs change. */
export async function mayDeliver({
  session,
  blockedReason,
  lease,
  clock,
  log,
}: DeliveryParts): Promise<boolean> {
  if (!session.mayDeliver()) return false;
  const reason = await blockedReason();
  if (reason !== undefined) {
    log.debug(`sending deferred: ${reason}`);
    return false;
  }
  return lease.acquire(clock.now(), LEASE_MS);
}

/** The next events of a page that fit in one request, and the id of the last record that this covers. */
async function takeBatch(
  parts: DeliveryParts,
  page: StoredEvent[],
): Promise<{ events: QueuedEvent[]; upTo: string }> {
  const last = page.at(-1)?.id ?? '';
  const waiting = await readPage(parts, page);
  const maxEvents = Math.min(parts.settings().batchSize, await parts.batchLimit.current());
  const fitting = countFitting(
    waiting.map(({ record }) => record),
    maxEvents,
  );
  const [first] = waiting;
  if (!first) return { events: [], upTo: last };
  if (fitting === 0) {
    await parts.settleEvents.bury(first, 'too large for a request');
    return { events: [], upTo: first.id };
  }
  const taken = waiting.slice(0, fitting);
  return { events: taken, upTo: fitting === waiting.length ? last : (taken.at(-1)?.id ?? last) };
}

/** The events of a page that may be sent now. */
async function readPage(
  { session, settleEvents, isUnderWay }: DeliveryParts,
  page: StoredEvent[],
): Promise<(QueuedEvent & StoredEvent)[]> {
  const answered: QueuedEvent[] = [];
  const waiting: (QueuedEvent & StoredEvent)[] = [];
  for (const { id, record } of page) {
    const event = decodePending(record);
    const eventId = event?.facts.event_id ?? '';
    if (!event) await settleEvents.discard(id);
    else if (settleEvents.isAnswered(eventId)) answered.push({ id, event });
    else if (!session.isParked(eventId) && !isUnderWay(eventId)) waiting.push({ id, record, event });
  }
  await settleEvents.remove(answered);
  return waiting;
}

async function settle(parts: DeliveryParts, sent: number, outcome: SendOutcome): Promise<void> {
  const { session, settleEvents, log } = parts;
  const fated = (...fates: Fate[]) => outcome.fates.filter(({ fate }) => fates.includes(fate));

  await settleEvents.settle(outcome.fates);
  session.park(fated('later', 'stop', 'clock').map(({ queued }) => queued.event.facts.event_id));
  const stopping = fated('stop');
  if (stopping.length > 0) session.stop();
  if (stopping.some(({ code }) => code === 'AUTH_ERROR')) parts.onSignatureRefused();
  if (outcome.waitMs !== undefined && fated('retry').length > 0) session.pause(outcome.waitMs);
  if (outcome.verdict === 'too_large') await parts.batchLimit.halve(sent);
  log.verbose(`${fated('done', 'dead').length} of ${sent} events settled`);
}
