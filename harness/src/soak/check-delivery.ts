import { factsOf, NUMBER_PROPERTY, type SendOutcome, type TrackedEvent } from '../devices/event-ledger.ts';
import type { SimulatedDevice } from '../devices/simulated-device.ts';

/** A broken promise. */
export interface Finding {
  readonly what: string;
  /** Numbers of the events. */
  readonly events: readonly number[];
}

/** An event as a service has stored it. */
export interface StoredEvent {
  readonly eventId: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Between two sends of a series: the SDK's timeout and its longest pause. */
const LONGEST_GAP_MS = 25_000;

/**
 * Compares what a device's SDK has promised with what the service has stored: every promised event exactly once and
 * unaltered, nothing that was never tracked, and no more sends than the SDK may make.
 *
 * An event is promised if `trackEvent` has resolved, and either its record was on disk or its process has not died
 * since. A record that a fault has damaged may be lost, but not altered.
 *
 * @param maxAttempts the SDK's limit on sends of an event in a series
 * @param maxQueued the most events that the SDK may queue: those with so many after them may have made room
 */
export function checkDelivery(
  { ledger }: Pick<SimulatedDevice, 'ledger'>,
  stored: readonly StoredEvent[],
  maxAttempts: number,
  maxQueued = Number.POSITIVE_INFINITY,
): Finding[] {
  const byNumber = Map.groupBy(stored, ({ properties }) => Number(properties[NUMBER_PROPERTY]));
  const where = (
    what: string,
    isWrong: (event: TrackedEvent, copies: StoredEvent[]) => boolean,
  ): Finding => ({
    what,
    events: ledger.events
      .filter((event) => isWrong(event, byNumber.get(event.number) ?? []))
      .map(({ number }) => number),
  });
  const unknown = [...byNumber].filter(([number]) => !ledger.events[number - 1]);
  const findings: Finding[] = [
    where(
      'promised but not stored',
      (event, copies) =>
        isPromised(event) && copies.length === 0 && event.number > ledger.events.length - maxQueued,
    ),
    where('stored although the user had objected', (event, copies) => event.isForbidden && copies.length > 0),
    where('stored more than once', (_event, copies) => copies.length > 1),
    where('stored with other content', (event, copies) => copies.some((copy) => !isUnaltered(event, copy))),
    { what: 'stored but never tracked', events: unknown.map(([number]) => number || 0) },
    where(`sent in a series of more than ${3 * maxAttempts}`, (event) =>
      isRetriedTooOften(event, maxAttempts),
    ),
  ];
  return findings.filter(({ events }) => events.length > 0);
}

/** Whether the SDK has to deliver an event: its promise resolved, its record is kept, and no fault has damaged it. */
export function isPromised(event: TrackedEvent): boolean {
  const isKept = event.storedAt !== undefined || !event.isOrphaned;
  return event.isPromised && isKept && !event.isDamaged && !event.isForbidden;
}

function isUnaltered({ record }: TrackedEvent, stored: StoredEvent): boolean {
  const facts = factsOf(record ?? '');
  if (!facts) return true;
  return (
    facts.event_id === stored.eventId &&
    (facts.custom_event_name ?? facts.event_type) === stored.name &&
    JSON.stringify(facts.event_properties) === JSON.stringify(stored.properties)
  );
}

/**
 * Whether one process has sent an event again and again without giving it a rest, apart from sends that the service has
 * asked for. An interrupted series may be followed by another at once, and a session may end in between: hence thrice.
 */
function isRetriedTooOften({ sends }: TrackedEvent, maxAttempts: number): boolean {
  let inSeries = 0;
  let last: SendOutcome | undefined;
  for (const send of sends) {
    const isRefused = send.status === 200 && !send.isAnswered;
    const isFailed = !send.asksToWait && (send.status === undefined || send.status >= 500 || isRefused);
    const isNext = last?.process === send.process && send.at - last.at <= LONGEST_GAP_MS;
    inSeries = isFailed ? (isNext ? inSeries : 0) + 1 : 0;
    last = send;
    if (inSeries > 3 * maxAttempts) return true;
  }
  return false;
}
