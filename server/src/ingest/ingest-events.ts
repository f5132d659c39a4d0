import { setImmediate } from 'node:timers/promises';
import type { IngestResultItem } from '@tributary/sdk/wire/ingest-response';
import type { AppDirectory, KnownApp } from '../apps/app-directory.ts';
import { AppError } from '../errors.ts';
import { describeOutage } from '../outages/describe-outage.ts';
import type { RateLimit } from '../rate-limits/rate-limit.ts';
import { type CheckedEvent, checkShape } from './check/check-shape.ts';
import { REJECTIONS } from './check/rejections.ts';
import { type Rejection, reject, type StepResult } from './check/step-result.ts';
import { verifyEvent } from './check/verify-event.ts';
import { limitApps } from './limit-apps.ts';
import type { SubmittedEvent } from './parse/submitted-event.ts';
import type { RejectionLog } from './rejected/rejection-log.ts';
import { type Arrival, type StorableEvent, toStorableEvent } from './row/to-storable-event.ts';
import type { EventWriter } from './store/event-writer.ts';
import type { EventOutcome } from './store/store-events.ts';

export interface IngestParts {
  readonly apps: AppDirectory;
  readonly perApp: RateLimit;
  readonly writer: EventWriter;
}

/** Events verified in one turn of the event loop: a whole batch would block everything else for 2 ms. */
const PORTION = 10;

/** A verified event: what is echoed of it, and the result of its checks. */
export interface VerifiedItem {
  readonly eventId: string;
  readonly step: StepResult<StorableEvent>;
  /** Whose a refused event is, as far as it says so. */
  readonly sender?: Sender;
}

interface Sender {
  readonly app_id: string;
  /** Whether the app exists for sure. */
  readonly isKnown: boolean;
  readonly event_type: string;
}

/**
 * Runs the events of one request through every step before the store, in order.
 *
 * Shape first, because the other steps read the fields; then account, app and signature; the replay window only for
 * authentic events; the app's rate limit only for verified ones.
 *
 * @throws AppError RATE_LIMIT, OVERLOADED
 */
export async function verifyEvents(
  submitted: readonly SubmittedEvent[],
  arrival: Arrival,
  { apps, perApp }: Pick<IngestParts, 'apps' | 'perApp'>,
): Promise<VerifiedItem[]> {
  const shapes = submitted.map(checkShape);
  const known = await findApps(shapes, apps);
  const items: VerifiedItem[] = [];
  for (const [index, sent] of submitted.entries()) {
    if (submitted.length > PORTION && index % PORTION === 0) await setImmediate();
    const shape = shapes[index] ?? reject('INTERNAL_ERROR', 'not checked');
    items.push(verifyItem(sent, shape, known, arrival));
  }
  return refuseOverLimit(items, perApp);
}

function verifyItem(
  sent: SubmittedEvent,
  shape: StepResult<CheckedEvent>,
  known: ReadonlyMap<string, KnownApp>,
  arrival: Arrival,
): VerifiedItem {
  if (!shape.ok)
    return { eventId: textOf(sent.value, 'event_id'), step: shape, sender: namedSender(sent.value) };
  const event = shape.value;
  const found = known.get(event.app_id.toLowerCase());
  const app = verifyEvent(event, sent.canonical, found, arrival.at);
  if (!app.ok) {
    const sender = found && {
      app_id: event.app_id.toLowerCase(),
      isKnown: true,
      event_type: event.event_type,
    };
    return { eventId: event.event_id, step: app, ...(sender && { sender }) };
  }
  const storable = toStorableEvent(event, sent, arrival, app.value.plan.monthlyEvents);
  return { eventId: event.event_id, step: { ok: true, value: storable } };
}

/**
 * Stores the verified events and returns a result for every event, in order. Deduplication and quota happen in the
 * store: only the database knows, and a duplicate must be detected before the quota is checked.
 *
 * @param arrivedAt Unix ms.
 * @throws AppError OVERLOADED
 */
export async function storeVerified(
  items: readonly VerifiedItem[],
  arrivedAt: number,
  writer: EventWriter,
): Promise<IngestResultItem[]> {
  const events: StorableEvent[] = [];
  for (const { step } of items) if (step.ok) events.push(step.value);
  const outcomes = await writer.store(events);
  let stored = 0;
  return items.map(({ eventId, step }) => {
    const echo = { event_id: eventId, server_timestamp: arrivedAt };
    const outcome = step.ok ? outcomes[stored++] : undefined;
    if (outcome === 'accepted' || outcome === 'deduplicated') return { status: outcome, ...echo };
    const { error, code } = step.ok ? refusalFor(outcome) : step;
    return { status: 'rejected', ...echo, error, code };
  });
}

async function findApps(
  shapes: readonly StepResult<CheckedEvent>[],
  apps: AppDirectory,
): Promise<ReadonlyMap<string, KnownApp>> {
  const ids = new Set<string>();
  for (const shape of shapes) if (shape.ok) ids.add(shape.value.app_id.toLowerCase());
  if (ids.size === 0) return new Map();
  try {
    return await apps.find(ids);
  } catch (cause) {
    throw new AppError('OVERLOADED', `${describeOutage(cause)}; try again later`, {
      retryAfter: 1,
      cause,
    });
  }
}

async function refuseOverLimit(items: VerifiedItem[], perApp: RateLimit): Promise<VerifiedItem[]> {
  const appIds = new Set<string>();
  for (const { step } of items) if (step.ok) appIds.add(step.value.appId);
  const over = await limitApps(appIds, perApp);
  if (over.size === 0) return items;
  return items.map(({ eventId, step, sender }) =>
    step.ok && over.has(step.value.appId)
      ? { eventId, step: REJECTIONS.overRate, sender: senderOf(step.value) }
      : { eventId, step, ...(sender && { sender }) },
  );
}

function refusalFor(outcome: EventOutcome | undefined): Rejection {
  return outcome === 'over_quota' ? REJECTIONS.overQuota : REJECTIONS.unstorable;
}

function textOf(value: unknown, member: string): string {
  const text =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined;
  return typeof text === 'string' ? text : '';
}

/** What an event of a wrong shape says of itself. */
function namedSender(value: unknown): Sender {
  return {
    app_id: textOf(value, 'app_id').toLowerCase(),
    isKnown: false,
    event_type: textOf(value, 'event_type'),
  };
}

function senderOf({ appId, eventType }: StorableEvent): Sender {
  return { app_id: appId, isKnown: true, event_type: eventType };
}

/** Notes the events that were refused, in the results or before. */
export function noteRejections(
  items: readonly VerifiedItem[],
  results: readonly IngestResultItem[],
  rejections: RejectionLog,
): void {
  for (const [index, { status, code = '', error = '', server_timestamp: at }] of results.entries()) {
    if (status !== 'rejected') continue;
    const { step, sender = step.ok ? senderOf(step.value) : undefined } = items[index] as VerifiedItem;
    if (sender) rejections.note({ ...sender, at, code, error });
  }
}
