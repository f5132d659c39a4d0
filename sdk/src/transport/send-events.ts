import type { PendingEvent } from '../events/pending-event.ts';
import type { ErrorCode } from '../wire/ingest-response.ts';
import type { Fate } from './classify-item.ts';
import type { Verdict } from './classify-response.ts';

/** An event, its id in the queue, and what its last send has led to; each send overwrites that. */
export interface QueuedEvent {
  id: string;
  event: PendingEvent;
  fate?: Fate;
  /** The service's message or what went wrong. */
  reason?: string;
  /** The service's code, if it rejected the event. */
  code?: ErrorCode | undefined;
  /** Whether the service had the event already. */
  isRepeated?: boolean;
}

export interface SendOutcome {
  verdict: Verdict;
  /** How long the service asks to wait, in ms. */
  waitMs?: number | undefined;
}

/** Sends events that fit in one request, and notes the fate of each. Never rejects; a failure is an outcome. */
export type SendEvents = (events: readonly QueuedEvent[]) => Promise<SendOutcome>;

/**
 * Sends as above, in a single request.
 *
 * @param isLeaving the request outlives the page. It is sent within the call, so not compressed, and as plain text, which
 *   a browser lets pass to another origin without asking first.
 */
export type SendOnce = (events: readonly QueuedEvent[], isLeaving?: boolean) => Promise<SendOutcome>;

/** Those of the events that have one of these fates. */
export function withFate(events: readonly QueuedEvent[], ...fates: Fate[]): QueuedEvent[] {
  return events.filter(({ fate }) => fate && fates.includes(fate));
}

export function setFate(events: readonly QueuedEvent[], fate: Fate): void {
  for (const queued of events) queued.fate = fate;
}

/** Notes what went wrong with events that got no results. */
export function noteFailure(events: readonly QueuedEvent[], fate: Fate, reason: string): void {
  for (const queued of events) Object.assign(queued, { fate, reason, code: undefined });
}
