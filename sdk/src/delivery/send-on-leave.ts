import { encodePending, type PendingEvent } from '../events/pending-event.ts';
import { fitBatch } from '../transport/pack-batch.ts';
import type { QueuedEvent, SendOnce, SentEvent } from '../transport/send-events.ts';
import { MAX_EVENTS_PER_REQUEST } from '../wire/limits.ts';
import type { SendGate } from './create-send-gate.ts';
import type { Session } from './session.ts';

/** Browsers let requests of 64 KB in total go on when a page is left. */
const MAX_BYTES = 60 * 1024;

/** More events do not fit into what may go on. */
const MAX_RECENT = 200;

/** Sends the events of this page that are not sent yet, in requests that outlive it. */
export interface LeaveSender {
  /** Remembers an event, since the queue cannot be read when the page is left. */
  remember(event: PendingEvent): void;
  forget(eventId: string): void;
  /** Whether the event is being sent. */
  isUnderWay(eventId: string): boolean;
  /** Everything happens within the call, except for what follows the answers, if the page is still there. */
  leave(): void;
}

export interface LeaveSenderParts {
  sendOnce: SendOnce;
  gate: Pick<SendGate, 'mayLeave'>;
  session: Pick<Session, 'isParked'>;
  /** Called with events whose fate is known. */
  onAnswered(sent: SentEvent[]): void;
}

/** An event whose answer the page does not see is sent again by a later one, and the service deduplicates it. */
export function createLeaveSender({ sendOnce, gate, session, onAnswered }: LeaveSenderParts): LeaveSender {
  // The queue cannot be read when the page is left, so their ids there are not known.
  const recent = new Map<string, QueuedEvent>();
  const underWay = new Set<string>();
  let bytesUnderWay = 0;

  const mayBeSent = (eventId: string) => !underWay.has(eventId) && !session.isParked(eventId);

  function sendNext(): boolean {
    const waiting = [...recent.values()].filter(({ event }) => mayBeSent(event.facts.event_id));
    const records = waiting.map(({ event }) => encodePending(event));
    const { count, bytes } = fitBatch(records, MAX_EVENTS_PER_REQUEST, MAX_BYTES - bytesUnderWay);
    if (count === 0) return false;
    const batch = waiting.slice(0, count);
    bytesUnderWay += bytes;
    for (const { event } of batch) underWay.add(event.facts.event_id);
    void sendOnce(batch, true).then(({ fates }) => {
      bytesUnderWay -= bytes;
      for (const { event } of batch) underWay.delete(event.facts.event_id);
      onAnswered(fates);
    });
    return true;
  }

  return {
    remember(event) {
      recent.set(event.facts.event_id, { id: '', event });
      const [oldest = ''] = recent.keys();
      if (recent.size > MAX_RECENT) recent.delete(oldest);
    },
    forget: (eventId) => void recent.delete(eventId),
    isUnderWay: (eventId) => underWay.has(eventId),
    leave() {
      while (gate.mayLeave() && sendNext());
    },
  };
}
