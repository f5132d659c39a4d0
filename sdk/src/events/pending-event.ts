import { asObject, parseObject } from '../parsing/parse-object.ts';
import { toJson } from '../parsing/to-json.ts';
import type { UnsignedEvent } from '../wire/event.ts';

/** What is known when an event happens; account, time of sending and age are added when it is sent. */
export type EventFacts = Omit<UnsignedEvent, 'customer_id' | 'app_id' | 'sent_at' | 'age_ms'>;

/** An event as stored in the queue. */
export interface PendingEvent {
  facts: EventFacts;
  /** The monotonic clock when the event happened, in ms, and its epoch. */
  monotonic: number;
  epoch: string;
}

/** The event as one line of JSON. */
export const encodePending: (event: Omit<PendingEvent, 'facts'> & { facts: object }) => string = toJson;

/** Parses a record; undefined if it is not an event. */
export function decodePending(record: string): PendingEvent | undefined {
  const { facts, monotonic, epoch } = parseObject(record) ?? {};
  const members = asObject(facts);
  if (typeof members?.event_id !== 'string' || typeof members.timestamp !== 'number') return undefined;
  if (typeof monotonic !== 'number' || typeof epoch !== 'string') return undefined;
  return { facts: members as unknown as EventFacts, monotonic, epoch };
}
