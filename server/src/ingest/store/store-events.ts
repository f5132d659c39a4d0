import type { Pool } from 'pg';
import { consentRows } from '../row/consent-rows.ts';
import { deviceDayKey, deviceDayRow } from '../row/device-day.ts';
import type { StorableEvent } from '../row/to-storable-event.ts';
import { tellsIds, toldEventRow } from '../row/told-event.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { EventMemory } from './event-memory.ts';
import type { ExhaustedAccounts } from './exhausted-accounts.ts';
import { findStoredEvents } from './find-stored-events.ts';
import { groupEvents } from './group-events.ts';

/**
 * The outcome of storing an event; `withdrew` is accepted, and forbids what its device had not forbidden before.
 * `unwanted`: its installation asked to be forgotten.
 */
export type EventOutcome =
  | 'accepted'
  | 'withdrew'
  | 'deduplicated'
  | 'over_quota'
  | 'unwanted'
  | 'unstorable';

/** What the writer remembers between commits, to spare the database repeats. */
interface WriterMemory {
  readonly exhausted: ExhaustedAccounts;
  readonly devices: DeviceMemory;
  readonly events: EventMemory;
}

interface StoreParts {
  readonly pool: Pool;
  readonly memory: WriterMemory;
  /** Unix ms. */
  readonly clock: () => number;
  /** Called after a commit that queued work for attribution. */
  readonly onQueued: () => void;
}

/**
 * The database function that stores events, counts them against their accounts' allowances, records device-days and
 * queues what attribution has to process, in one transaction; its arguments and result are described in
 * db/src/functions/store-events.ts and store-events-to-count.ts. READ COMMITTED is sufficient, since each conflict is settled by a unique key or a
 * row lock. In the same transaction the events stored are left to be counted, grouped.
 */
const STORE_EVENTS = 'select store_events_to_count($1, $2, $3, $4, $5, $6, $7)';

interface Stored {
  /** Events queued for attribution. */
  readonly queued: number;
  /** Keys of the events that are stored now; null for all of them. */
  readonly kept: readonly string[] | null;
  /** Keys of those that exceed their account's allowance; they are not stored. */
  readonly surplus: readonly string[];
  /** Keys of those of forgotten installations; undefined from an earlier version of the function. */
  readonly unwanted?: readonly string[] | null;
  /** Accounts whose allowance is now used up. */
  readonly exhausted: readonly { customer_id: string; used: number }[] | null;
  /** Keys of events that withdraw consent; undefined from an earlier version of the function. */
  readonly withdrawn?: readonly string[] | null;
}

/** Stores events, one transaction per month; returns an outcome for each, in order. */
export async function storeEvents(
  parts: StoreParts,
  events: readonly StorableEvent[],
): Promise<EventOutcome[]> {
  const unique = new Map<string, StorableEvent>();
  for (const event of events) if (!unique.has(event.key)) unique.set(event.key, event);
  const [barred, open] = partition([...unique.values()], (event) => parts.memory.exhausted.includes(event));
  const outcomes = new Map<string, EventOutcome>();
  const stored = await findStoredEvents(parts.pool, barred);
  for (const { key } of barred) outcomes.set(key, stored.has(key) ? 'deduplicated' : 'over_quota');
  for (const [month, events] of Map.groupBy(open, (event) => event.month)) {
    await storeOpen(parts, month, events, outcomes);
  }
  return events.map((event) => takeOutcome(outcomes, event.key));
}

/** If the first submission of a key was stored, later ones are duplicates of it; otherwise they share its outcome. */
function takeOutcome(outcomes: Map<string, EventOutcome>, key: string): EventOutcome {
  const outcome = outcomes.get(key) ?? 'deduplicated';
  if (outcome === 'accepted' || outcome === 'withdrew') outcomes.set(key, 'deduplicated');
  return outcome;
}

async function storeOpen(
  { pool, memory, clock, onQueued }: StoreParts,
  month: string,
  events: readonly StorableEvent[],
  outcomes: Map<string, EventOutcome>,
): Promise<void> {
  const shown = newlyShown(events, memory.devices);
  const grouped = groupEvents(events, memory.events);
  const values: unknown[] = [
    rowsText(events),
    events.length,
    month,
    JSON.stringify(allowances(events)),
    JSON.stringify([...dayRows(shown), ...toldRows(shown), ...events.flatMap(consentRows)]),
    new Date(clock()).toISOString(),
    JSON.stringify(grouped.groups),
  ];
  const { rows } = await pool.query<[Stored]>({
    name: 'store-events',
    text: STORE_EVENTS,
    values,
    rowMode: 'array',
  });
  // The driver keeps references to them long enough for the texts of whole commits to be promoted to the old
  // generation.
  values.length = 0;
  const answer = rows[0]?.[0];
  if (answer === undefined) throw new Error('store_events returned nothing');
  const kept = answer.kept === null ? undefined : new Set(answer.kept);
  for (const { key } of events) outcomes.set(key, !kept || kept.has(key) ? 'accepted' : 'deduplicated');
  for (const key of answer.withdrawn ?? []) outcomes.set(key, 'withdrew');
  for (const key of answer.surplus) outcomes.set(key, 'over_quota');
  for (const key of answer.unwanted ?? []) outcomes.set(key, 'unwanted');
  for (const [what, { key }] of shown) if (!kept || kept.has(key)) memory.devices.add(what);
  for (const [what, key] of grouped.shown) if (!kept || kept.has(key)) memory.events.add(what);
  for (const { customer_id, used } of answer.exhausted ?? []) {
    memory.exhausted.learn({ customerId: customer_id, month, used });
  }
  if (answer.queued > 0) onQueued();
}

/** What is not known to be recorded of devices, with the first event that shows each. */
function newlyShown(events: readonly StorableEvent[], recorded: DeviceMemory): Map<string, StorableEvent> {
  const shown = new Map<string, StorableEvent>();
  for (const event of events) {
    const key = recorded.keyOf(event);
    if (key !== undefined && !recorded.has(key) && !shown.has(key)) shown.set(key, event);
  }
  return shown;
}

/** A device may be seen under several ids on one day. */
function dayRows(shown: ReadonlyMap<string, StorableEvent>): object[] {
  const days = new Map<string, object>();
  for (const event of shown.values()) {
    const key = deviceDayKey(event);
    if (key !== undefined && !days.has(key)) days.set(key, deviceDayRow(event));
  }
  return [...days.values()];
}

function toldRows(shown: ReadonlyMap<string, StorableEvent>): object[] {
  return [...shown.values()].filter(tellsIds).map(toldEventRow);
}

/** What each account may store in a month, if its plan has a limit. */
function allowances(events: readonly StorableEvent[]): { customer_id: string; monthly: number }[] {
  const limits = new Map<string, number>();
  for (const { customerId, monthlyLimit } of events) {
    if (Number.isFinite(monthlyLimit)) limits.set(customerId, monthlyLimit);
  }
  return Array.from(limits, ([customer_id, monthly]) => ({ customer_id, monthly }));
}

/** One flat string: adding brackets to a joined one would copy it again. */
export function rowsText(events: readonly StorableEvent[]): string {
  const last = events.length - 1;
  return events.map(({ row }, at) => (at === 0 ? '[' : '') + row + (at === last ? ']' : '')).join(',');
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
}
