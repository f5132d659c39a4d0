import { randomUUID } from 'node:crypto';
import type { CheckedEvent } from '../check/check-shape.ts';
import { splitRequest } from '../parse/split-request.ts';
import { arrivalAt, type StorableEvent, toStorableEvent } from '../row/to-storable-event.ts';

/** An app of an account; the data plane has no list of them, so any ids will do. */
export interface TestApp {
  readonly customerId: string;
  readonly appId: string;
  readonly monthlyLimit: number;
}

/** An app of an account of its own. */
export function testApp(monthlyLimit = Number.POSITIVE_INFINITY): TestApp {
  return { customerId: randomUUID(), appId: randomUUID(), monthlyLimit };
}

/** A verified event as passed to the writer. */
export function storableEvent(
  app: TestApp,
  members: Partial<CheckedEvent> = {},
  arrivedAt = Date.UTC(2026, 2, 14, 12),
  country: string | null = null,
): StorableEvent {
  const event: CheckedEvent = {
    event_type: 'open',
    timestamp: arrivedAt,
    customer_id: app.customerId,
    app_id: app.appId,
    event_id: randomUUID(),
    sdk_version: 'test-1.0',
    signature: '',
    ...members,
  };
  const [sent] = splitRequest(JSON.stringify(event));
  if (sent === undefined) throw new Error('no event');
  return toStorableEvent(event, sent, arrivalAt(arrivedAt, undefined, country), app.monthlyLimit);
}

/** So many events that differ in their ids. */
export function storableEvents(app: TestApp, count: number): StorableEvent[] {
  return Array.from({ length: count }, () => storableEvent(app));
}
