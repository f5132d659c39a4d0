import type { PendingEvent } from '../tracking/pending-event.ts';
import type { Fate } from './classify-item.ts';
import type { Verdict } from './classify-response.ts';

/** An event with its place in the queue. */
export interface QueuedEvent {
  id: string;
  event: PendingEvent;
}

export interface FatedEvent {
  queued: QueuedEvent;
  fate: Fate;
  /** The service's own words, where it refused. */
  reason?: string;
}

export interface SendOutcome {
  verdict: Verdict;
  /** One for each event that was to be sent. */
  fates: FatedEvent[];
  /** How long the service asks to be left alone, in ms. */
  waitMs?: number;
  /** The service's clock when it answered, Unix ms. */
  serverTimestamp?: number;
}

/** Sends events that fit in one request. Never rejects: a failure is an outcome. */
export type SendEvents = (events: readonly QueuedEvent[]) => Promise<SendOutcome>;
