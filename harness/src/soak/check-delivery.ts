import { factsOf, NUMBER_PROPERTY, type TrackedEvent } from '../devices/event-ledger.ts';
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

const SESSION_MS = 29 * 60_000;

/**
 * Compares what a device's SDK has promised with what the service has stored: every promised event exactly once and
 * unaltered, nothing that was never tracked, and no more sends than the SDK may make.
 *
 * An event is promised if `trackEvent` has resolved, and either its record was on disk or its process has not died
 * since. A record that a fault has damaged may be lost, but not altered.
 *
 * @param maxAttempts the SDK's limit on sends in a session
 */
export function checkDelivery(
  { ledger }: Pick<SimulatedDevice, 'ledger'>,
  stored: readonly StoredEvent[],
  maxAttempts: number,
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
    where('promised but not stored', (event, copies) => isPromised(event) && copies.length === 0),
    where('stored more than once', (_event, copies) => copies.length > 1),
    where('stored with other content', (event, copies) => copies.some((copy) => !isUnaltered(event, copy))),
    { what: 'stored but never tracked', events: unknown.map(([number]) => number || 0) },
    where(`sent more often than ${maxAttempts} times in a session`, (event) =>
      isRetriedTooOften(event, maxAttempts),
    ),
  ];
  return findings.filter(({ events }) => events.length > 0);
}

export function isPromised(event: TrackedEvent): boolean {
  const isKept = event.storedAt !== undefined || !event.isOrphaned;
  return event.isPromised && isKept && !event.isDamaged;
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
 * Whether one process has sent an event more often than the limit allows, apart from sends that the service has asked
 * for. A half hour may touch two sessions, and a send that is refused as a whole is repeated in parts.
 */
function isRetriedTooOften({ sends }: TrackedEvent, maxAttempts: number): boolean {
  const failed = sends.filter(
    ({ status, asksToWait }) => !asksToWait && (status === undefined || status >= 500),
  );
  return failed.some(({ at, process }) => {
    const since = failed.filter(
      (send) => send.process === process && send.at >= at && send.at < at + SESSION_MS,
    );
    return since.length > 2 * maxAttempts;
  });
}
