import { asObject, parseObject } from '../parse-object.ts';
import type { UnsignedEvent } from '../wire/event.ts';

/** What is known of an event when it happens; the account, the time of sending and the age come with the sending. */
export type EventFacts = Omit<UnsignedEvent, 'customer_id' | 'app_id' | 'sent_at' | 'age_ms'>;

/** An event as it lies in the queue. */
export interface PendingEvent {
  facts: EventFacts;
  /** The monotonic clock when the event happened, in ms, and the epoch that it counts from. */
  monotonic: number;
  epoch: string;
}

/** One line of JSON. */
export function encodePending(event: PendingEvent): string {
  return JSON.stringify(event);
}

/** The event of a record; undefined where the record is no event of ours. */
export function decodePending(record: string): PendingEvent | undefined {
  const { facts, monotonic, epoch } = parseObject(record) ?? {};
  const members = asObject(facts);
  if (typeof members?.event_id !== 'string' || typeof members.timestamp !== 'number') return undefined;
  if (typeof monotonic !== 'number' || typeof epoch !== 'string') return undefined;
  return { facts: members as unknown as EventFacts, monotonic, epoch };
}
