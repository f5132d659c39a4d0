import { setImmediate } from 'node:timers/promises';
import type { KnownApp } from '../apps/app-directory.ts';
import type { CheckedEvent } from './check/check-shape.ts';
import { reject, type StepResult } from './check/step-result.ts';
import { verifyEvent } from './check/verify-event.ts';
import { namedApp } from './find-apps.ts';
import type { SubmittedEvent } from './parse/submitted-event.ts';
import { type Arrival, type StorableEvent, toStorableEvent } from './row/to-storable-event.ts';

/** Events verified in one tick: a whole batch would block everything else for 2 ms. */
const PORTION = 10;

/** A verified event: what is echoed of it, and the result of its checks. */
export interface VerifiedItem {
  readonly eventId: string;
  readonly step: StepResult<StorableEvent>;
  /** Whose a refused event is, if there is such an app. */
  readonly sender?: Sender;
}

interface Sender {
  readonly app_id: string;
  readonly event_type: string;
}

/**
 * Verifies events whose shape has been checked, each on its own: its account, app, signature and replay window
 * (verify-event.ts). What is valid is turned into the row to be stored.
 *
 * @param known what the directory knows of the apps that the events name.
 * @param arrivalOf what an event proves of where it happened, in place of where the request came from.
 */
export async function verifyEvents(
  submitted: readonly SubmittedEvent[],
  shapes: readonly StepResult<CheckedEvent>[],
  known: ReadonlyMap<string, KnownApp>,
  arrival: Arrival,
  arrivalOf: (event: CheckedEvent) => Arrival = () => arrival,
): Promise<VerifiedItem[]> {
  const items: VerifiedItem[] = [];
  for (const [index, sent] of submitted.entries()) {
    if (submitted.length > PORTION && index % PORTION === 0) await setImmediate();
    const shape = shapes[index] ?? reject('INTERNAL_ERROR', 'not checked');
    items.push(verifyItem(sent, shape, known, arrival, arrivalOf));
  }
  return items;
}

function verifyItem(
  sent: SubmittedEvent,
  shape: StepResult<CheckedEvent>,
  known: ReadonlyMap<string, KnownApp>,
  arrival: Arrival,
  arrivalOf: (event: CheckedEvent) => Arrival,
): VerifiedItem {
  if (!shape.ok) {
    const sender = namedSender(sent.value, known);
    return { eventId: textOf(sent.value, 'event_id'), step: shape, ...(sender && { sender }) };
  }
  const event = shape.value;
  const found = known.get(event.app_id.toLowerCase());
  const app = verifyEvent(event, sent.canonical, found, arrival.at);
  if (!app.ok) {
    const sender = found && {
      app_id: event.app_id.toLowerCase(),
      event_type: event.event_type,
    };
    return { eventId: event.event_id, step: app, ...(sender && { sender }) };
  }
  const { plan, isStrict } = app.value;
  const storable = toStorableEvent(event, sent, arrivalOf(event), plan.monthlyEvents, isStrict);
  return { eventId: event.event_id, step: { ok: true, value: storable } };
}

function textOf(value: unknown, member: string): string {
  const text =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
  return typeof text === 'string' ? text : '';
}

/** What an event of a wrong shape says of itself; undefined if there is no such app. */
function namedSender(value: unknown, known: ReadonlyMap<string, KnownApp>): Sender | undefined {
  const app_id = namedApp(value);
  if (app_id === undefined || !known.has(app_id)) return undefined;
  return { app_id, event_type: textOf(value, 'event_type') };
}

/** What a verified event says of itself. */
export function senderOf({ appId, eventType }: StorableEvent): Sender {
  return { app_id: appId, event_type: eventType };
}
