import type { PendingEvent } from '../tracking/pending-event.ts';
import type { ErrorCode } from '../wire/ingest-response.ts';
import type { Fate } from './classify-item.ts';
import type { Verdict } from './classify-response.ts';

/** An event and its id in the queue. */
export interface QueuedEvent {
  id: string;
  event: PendingEvent;
}

export interface EventFate {
  queued: QueuedEvent;
  fate: Fate;
  /** The service's message, if it rejected the event. */
  reason?: string;
  /** The service's code, if it rejected the event. */
  code?: ErrorCode;
  /** Whether the service had the event already. */
  isRepeated?: boolean;
}

export interface SendOutcome {
  verdict: Verdict;
  /** One per event. */
  fates: EventFate[];
  /** How long the service asks to wait, in ms. */
  waitMs?: number;
  /** The service's clock when it responded, Unix ms. */
  serverTimestamp?: number;
}

/** Sends events that fit in one request. Never rejects; a failure is an outcome. */
export type SendEvents = (events: readonly QueuedEvent[]) => Promise<SendOutcome>;
