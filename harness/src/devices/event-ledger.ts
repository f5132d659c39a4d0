/** How one attempt to send an event ended, as seen by the device. */
export interface SendOutcome {
  /** Virtual time of the request, in ms. */
  readonly at: number;
  /** The HTTP status; undefined if no answer arrived. */
  readonly status: number | undefined;
  /** Whether the service asked for a certain pause. */
  readonly asksToWait: boolean;
  /** The process that sent it. */
  readonly process: number;
  /** Whether the answer says that the service has the event. */
  readonly isAnswered: boolean;
}

/** A request of the SDK. */
export interface SentRequest extends SendOutcome {
  /** How many events it had; 0 if it was not one for events. */
  readonly size: number;
  /** Virtual time at which the answer came, or the SDK gave up, in ms. */
  readonly endedAt: number;
  /** The pause that the service asked for, in ms. */
  readonly waitMs: number | undefined;
}

/** An event in a request, with its number. */
export interface SentEvent {
  readonly eventId: string;
  readonly number: number;
}

/** What happened to one event that the app tracked. */
export interface TrackedEvent {
  /** Number in the order of tracking, from 1; also a property of the event. */
  readonly number: number;
  readonly name: string;
  /** Virtual time, in ms. */
  readonly trackedAt: number;
  /** The promise of `trackEvent` has resolved. */
  isPromised: boolean;
  /** When its record was on disk. */
  storedAt?: number;
  /** The record as the SDK wrote it. */
  record?: string;
  eventId?: string;
  /** A fault has damaged its record, so it may be lost. */
  isDamaged: boolean;
  /** Its process died. */
  isOrphaned: boolean;
  /** The process that tracked it. */
  readonly process: number;
  /** The user had objected to tracking. */
  readonly isForbidden: boolean;
  readonly sends: SendOutcome[];
  /** When an answer said that the service has it. */
  answeredAt?: number;
}

/** The name of the property that carries an event's number. */
export const NUMBER_PROPERTY = 'harness_number';

/** Follows each event of a device from the call of `trackEvent` to the service's answer. */
export interface EventLedger {
  readonly events: readonly TrackedEvent[];
  /** All requests, in the order in which they ended. */
  readonly requests: readonly SentRequest[];
  tracked(event: Pick<TrackedEvent, 'name' | 'trackedAt' | 'process' | 'isForbidden'>): TrackedEvent;
  /** A record has reached the disk. */
  stored(record: string, at: number): void;
  /** A record was damaged by a fault. */
  damaged(record: string): void;
  /** A process of the device has died. */
  died(process: number): void;
  sent(
    sent: readonly SentEvent[],
    request: Omit<SentRequest, 'isAnswered' | 'size'>,
    answered: ReadonlySet<string>,
  ): void;
}

/** A ledger of a device that has tracked nothing yet. */
export function createEventLedger(): EventLedger {
  const events: TrackedEvent[] = [];
  const requests: SentRequest[] = [];
  const byEventId = new Map<string, TrackedEvent>();
  return {
    events,
    requests,
    tracked(tracked) {
      const event: TrackedEvent = {
        ...tracked,
        number: events.length + 1,
        isPromised: false,
        isDamaged: false,
        isOrphaned: false,
        sends: [],
      };
      events.push(event);
      return event;
    },
    stored(record, at) {
      const facts = factsOf(record);
      const event = events[Number(facts?.event_properties?.[NUMBER_PROPERTY]) - 1];
      if (!event || !facts?.event_id) return;
      event.storedAt ??= at;
      event.record = record;
      event.eventId = facts.event_id;
      byEventId.set(facts.event_id, event);
    },
    damaged(record) {
      const event = byEventId.get(factsOf(record)?.event_id ?? '');
      if (event) event.isDamaged = true;
    },
    died(process) {
      for (const event of events) if (event.process === process) event.isOrphaned = true;
    },
    sent(sent, request, answered) {
      requests.push({ ...request, size: sent.length, isAnswered: answered.size > 0 });
      for (const { eventId, number } of sent) {
        // One that could not be written is known only from here.
        const event = byEventId.get(eventId) ?? events[number - 1];
        if (!event) continue;
        event.eventId ??= eventId;
        event.sends.push({ ...request, isAnswered: answered.has(eventId) });
        if (answered.has(eventId)) event.answeredAt ??= request.at;
      }
    },
  };
}

interface Facts {
  readonly event_type?: string;
  readonly custom_event_name?: string;
  readonly event_id?: string;
  readonly event_properties?: Record<string, unknown>;
}

/** The event in a record of the queue. */
export function factsOf(record: string): Facts | undefined {
  try {
    return (JSON.parse(record) as { facts?: Facts }).facts;
  } catch {
    return undefined;
  }
}
