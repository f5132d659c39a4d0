import type { Pool } from 'pg';
import { inTransaction } from '../group-commit/in-transaction.ts';
import type { RecentSet } from '../group-commit/recent-set.ts';
import { countUsage } from './count-usage.ts';
import type { ExhaustedAccounts } from './exhausted-accounts.ts';
import { findStoredEvents } from './find-stored-events.ts';
import { insertEvents } from './insert-events.ts';
import { queueEvents } from './queue-events.ts';
import { recordDeviceDays } from './record-device-days.ts';
import type { StorableEvent } from './to-storable-event.ts';

/** What became of an event in the store. */
export type EventOutcome = 'accepted' | 'deduplicated' | 'over_quota' | 'unstorable';

/** What the writer remembers from commit to commit, to spare the database repeats. */
export interface WriterMemory {
  readonly exhausted: ExhaustedAccounts;
  readonly deviceDays: RecentSet;
}

interface StoreParts {
  readonly pool: Pool;
  readonly memory: WriterMemory;
  /** Unix ms. */
  readonly clock: () => number;
  /** Called after a commit that left work for attribution. */
  readonly onQueued: () => void;
}

/**
 * Stores events in one transaction, all or none; an outcome for each, in their order.
 *
 * The statements keep one order of tables, and each its order of keys, which every other writer of these tables keeps
 * as well: so they may wait for one another but never in a circle. READ COMMITTED is enough, since each conflict is
 * settled by a unique key or a row lock.
 */
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
  if (open.length > 0) await storeOpen(parts, open, outcomes);
  return events.map((event) => takeOutcome(outcomes, event.key));
}

/** Each submission of a key after the first is a duplicate of it where that was stored, and shares its fate otherwise. */
function takeOutcome(outcomes: Map<string, EventOutcome>, key: string): EventOutcome {
  const outcome = outcomes.get(key) ?? 'deduplicated';
  if (outcome === 'accepted') outcomes.set(key, 'deduplicated');
  return outcome;
}

async function storeOpen(
  { pool, memory, clock, onQueued }: StoreParts,
  events: readonly StorableEvent[],
  outcomes: Map<string, EventOutcome>,
): Promise<void> {
  const now = clock();
  const committed = await inTransaction(pool, async (client) => {
    const inserted = await insertEvents(client, events);
    const { surplus, usage } = await countUsage(client, inserted);
    const kept = surplus.size === 0 ? inserted : inserted.filter((event) => !surplus.has(event));
    const deviceDays = await recordDeviceDays(client, kept, memory.deviceDays, now);
    const queued = await queueEvents(client, kept, now);
    return { surplus, kept, usage, deviceDays, queued };
  });
  for (const { key } of committed.kept) outcomes.set(key, 'accepted');
  for (const { key } of committed.surplus) outcomes.set(key, 'over_quota');
  for (const key of committed.deviceDays) memory.deviceDays.add(key);
  const limits = new Map(events.map(({ customerId, monthlyLimit }) => [customerId, monthlyLimit]));
  for (const usage of committed.usage) {
    memory.exhausted.learn(usage, limits.get(usage.customerId) ?? Number.POSITIVE_INFINITY);
  }
  if (committed.queued > 0) onQueued();
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
}
