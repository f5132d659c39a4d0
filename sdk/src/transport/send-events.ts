import type { PendingEvent } from '../events/pending-event.ts';
import type { IngestResultItem } from '../wire/ingest-response.ts';
import type { Fate } from './classify-item.ts';
import type { Verdict } from './classify-response.ts';

/** An event, and its id in the queue. */
export interface QueuedEvent {
  id: string;
  event: PendingEvent;
}

/** An event, and what its last send has led to. */
export interface SentEvent extends QueuedEvent {
  fate: Fate;
  /** Why it has that fate, for the log. */
  reason?: string;
  /** The service's answer for it, if there was one. */
  answer?: IngestResultItem | undefined;
}

export interface SendOutcome {
  /** Of the last request. */
  verdict: Verdict;
  /** How long the service asks to wait, in ms. */
  waitMs?: number | undefined;
  /** All events that were to be sent, in their order, with what became of each. */
  fates: SentEvent[];
}

/** Sends events that fit in one request, and tells the fate of each. Never rejects; a failure is an outcome. */
export type SendEvents = (events: readonly QueuedEvent[]) => Promise<SendOutcome>;

/**
 * Sends as above, in a single request.
 *
 * @param isLeaving the request outlives the page. It is sent within the call, so not compressed, and as plain text, which
 *   a browser lets pass to another origin without asking first.
 */
export type SendOnce = (events: readonly QueuedEvent[], isLeaving?: boolean) => Promise<SendOutcome>;

/** Those of the events that have one of these fates. */
export function withFate(sent: readonly SentEvent[], ...fates: Fate[]): SentEvent[] {
  return sent.filter(({ fate }) => fates.includes(fate));
}

/** The same events with another fate, and with the reason if that is another too. */
export function giveFate(events: readonly QueuedEvent[], fate: Fate, reason?: object): SentEvent[] {
  return events.map((queued) => ({ ...queued, fate, ...reason }));
}

/** Of the fates of several sends, in their order, the last one of each event. */
export function latest(fates: readonly SentEvent[]): SentEvent[] {
  return [...new Map(fates.map((sent) => [sent.id, sent])).values()];
}
