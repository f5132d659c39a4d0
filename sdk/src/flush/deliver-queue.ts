import type { Settings } from '../config/settings.ts';
import type { Logger } from '../logger.ts';
import type { Clock, Lease } from '../platform/platform.ts';
import type { DeadLetters } from '../queue/dead-letters.ts';
import type { EventStore, StoredEvent } from '../queue/event-store.ts';
import { decodePending } from '../tracking/pending-event.ts';
import type { Fate } from '../transport/classify-item.ts';
import { countFitting } from '../transport/pack-batch.ts';
import type { QueuedEvent, SendEvents, SendOutcome } from '../transport/send-events.ts';
import { MAX_EVENTS_PER_REQUEST } from '../wire/limits.ts';
import type { BatchLimit } from './batch-limit.ts';
import type { Session } from './session.ts';

/** Longer than a request and the longest pause before it may take together. */
const LEASE_MS = 30_000;

export interface DeliveryParts {
  events: EventStore;
  lease: Lease;
  clock: Clock;
  session: Session;
  batchLimit: BatchLimit;
  deadLetters: DeadLetters;
  send: SendEvents;
  settings(): Settings;
  onSignatureRefused(): void;
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
  const waiting = page.filter(({ id }) => !parts.session.isParked(id));
  const maxEvents = Math.min(parts.settings().batchSize, await parts.batchLimit.current());
  const fitting = countFitting(
    waiting.map(({ record }) => record),
    maxEvents,
  );
  const [first] = waiting;
  if (!first) return { events: [], upTo: last };
  if (fitting === 0) {
    await moveToDeadLetters(parts, first, 'too large for a request');
    return { events: [], upTo: first.id };
  }
  const taken = waiting.slice(0, fitting);
  const events: QueuedEvent[] = [];
  for (const stored of taken) {
    const event = decodePending(stored.record);
    if (event) events.push({ id: stored.id, event });
    else await moveToDeadLetters(parts, stored, 'unreadable');
  }
  return { events, upTo: fitting === waiting.length ? last : (taken.at(-1)?.id ?? last) };
}

async function moveToDeadLetters(
  { deadLetters, events, log }: DeliveryParts,
  stored: StoredEvent,
  reason: string,
): Promise<void> {
  const event = decodePending(stored.record);
  log.error(`event ${event?.facts.event_id ?? 'unknown'} can never be sent: ${reason}`);
  if (event) await deadLetters.add(event, reason);
  await events.ack([stored.id]);
}

async function settle(parts: DeliveryParts, sent: number, outcome: SendOutcome): Promise<void> {
  const { events, session, deadLetters, log } = parts;
  const idsOf = (...fates: Fate[]) =>
    outcome.fates.filter(({ fate }) => fates.includes(fate)).map(({ queued }) => queued.id);

  for (const { queued, fate, reason = '' } of outcome.fates) {
    if (fate === 'done') continue;
    log.error(`event ${queued.event.facts.event_id} was not accepted (${fate}): ${reason}`);
    // Into the dead letters before it leaves the queue: a crash in between leaves it in both.
    if (fate === 'dead') await deadLetters.add(queued.event, reason);
  }
  const settled = idsOf('done', 'dead');
  if (settled.length > 0) await events.ack(settled);
  session.park(idsOf('later', 'stop', 'clock'));
  if (idsOf('stop').length > 0) session.stop();
  if (outcome.fates.some(({ fate, code }) => fate === 'stop' && code === 'AUTH_ERROR')) {
    parts.onSignatureRefused();
  }
  if (outcome.waitMs !== undefined && idsOf('retry').length > 0) session.pause(outcome.waitMs);
  if (outcome.verdict === 'too_large') await parts.batchLimit.halve(sent);
  log.verbose(`${settled.length} of ${sent} events settled`);
}
