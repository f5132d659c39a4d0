import type { IngestResultItem } from '@tributary/sdk/wire/ingest-response';
import type { AppDirectory, KnownApp } from '../apps/app-directory.ts';
import { AppError } from '../errors.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { checkShape } from './check-shape.ts';
import type { EventWriter } from './event-writer.ts';
import { limitApps } from './limit-apps.ts';
import type { SubmittedEvent } from './split-request.ts';
import { type Rejection, reject, type StepResult } from './step-result.ts';
import type { EventOutcome } from './store-events.ts';
import { type Arrival, type StorableEvent, toStorableEvent } from './to-storable-event.ts';
import { verifyEvent } from './verify-event.ts';

export interface IngestParts {
  readonly apps: AppDirectory;
  readonly perApp: RateLimit;
  readonly writer: EventWriter;
}

/** What the store can say of an event that it did not take. */
const REFUSALS: Partial<Record<EventOutcome, Rejection>> = {
  over_quota: reject('QUOTA_EXCEEDED', "the plan's monthly allowance of events is used up"),
  unstorable: reject('VALIDATION_ERROR', 'the event holds a value that cannot be stored'),
};

/**
 * Takes the events of one request through every step (decisions: "Ingest"); a result for each, in their order.
 *
 * Shape first, since the rest reads the fields; then whose it is and whether the signature proves it; the replay window
 * only for what is proven; the app's rate limit only for what is verified. Dedupe and quota are the store's: only the
 * database can tell, and a duplicate must be known before the quota is looked at.
 *
 * @throws AppError RATE_LIMIT, OVERLOADED
 */
export async function ingestEvents(
  submitted: readonly SubmittedEvent[],
  arrival: Arrival,
  { apps, perApp, writer }: IngestParts,
): Promise<IngestResultItem[]> {
  const shapes = submitted.map(checkShape);
  const known = await findApps(shapes, apps);
  const verified = shapes.map((shape, index): StepResult<StorableEvent> => {
    if (!shape.ok) return shape;
    const event = shape.value;
    const members = submitted[index]?.members ?? [];
    const app = verifyEvent(event, members, known.get(event.app_id.toLowerCase()), arrival.at);
    return app.ok
      ? { ok: true, value: toStorableEvent(event, members, arrival, app.value.plan.monthlyEvents) }
      : app;
  });
  const limited = await refuseOverLimit(verified, perApp);
  const outcomes = await store(limited, writer);
  return limited.map((step, index) => toResult(submitted[index]?.value, step, outcomes, arrival.at));
}

async function findApps(
  shapes: readonly StepResult<{ app_id: string }>[],
  apps: AppDirectory,
): Promise<ReadonlyMap<string, KnownApp>> {
  const ids = new Set<string>();
  for (const shape of shapes) if (shape.ok) ids.add(shape.value.app_id.toLowerCase());
  if (ids.size === 0) return new Map();
  try {
    return await apps.find(ids);
  } catch (cause) {
    throw new AppError('OVERLOADED', 'the database does not answer; try again later', {
      retryAfter: 1,
      cause,
    });
  }
}

async function refuseOverLimit(
  steps: readonly StepResult<StorableEvent>[],
  perApp: RateLimit,
): Promise<StepResult<StorableEvent>[]> {
  const appIds = new Set<string>();
  for (const step of steps) if (step.ok) appIds.add(step.value.appId);
  const over = await limitApps(appIds, perApp);
  return steps.map((step) =>
    step.ok && over.has(step.value.appId) ? reject('RATE_LIMIT', 'too many requests for this app') : step,
  );
}

async function store(
  steps: readonly StepResult<StorableEvent>[],
  writer: EventWriter,
): Promise<Map<StorableEvent, EventOutcome>> {
  const events: StorableEvent[] = [];
  for (const step of steps) if (step.ok) events.push(step.value);
  const outcomes = await writer.store(events);
  return new Map(events.map((event, index) => [event, outcomes[index] ?? 'unstorable']));
}

function toResult(
  value: unknown,
  step: StepResult<StorableEvent>,
  outcomes: ReadonlyMap<StorableEvent, EventOutcome>,
  serverTimestamp: number,
): IngestResultItem {
  const echo = { event_id: eventIdOf(value), server_timestamp: serverTimestamp };
  const outcome = step.ok ? outcomes.get(step.value) : undefined;
  if (outcome === 'accepted' || outcome === 'deduplicated') return { status: outcome, ...echo };
  const refusal = step.ok
    ? (REFUSALS[outcome ?? 'unstorable'] ?? reject('INTERNAL_ERROR', 'not stored'))
    : step;
  return { status: 'rejected', ...echo, error: refusal.error, code: refusal.code };
}

function eventIdOf(value: unknown): string {
  const id = typeof value === 'object' && value !== null && 'event_id' in value ? value.event_id : undefined;
  return typeof id === 'string' ? id : '';
}
