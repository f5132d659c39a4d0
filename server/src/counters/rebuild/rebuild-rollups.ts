import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../platform/store/group-commit/in-transaction.ts';
import { added, addToCounters } from '../add-to-counters.ts';
import type { ContributionTo, Counter } from '../counter.ts';
import { EVENT_COUNTS } from '../declared/event-counts.ts';
import { EVENT_DEVICE_COUNTS } from '../declared/event-device-counts.ts';
import { type EventCorrections, rebuildEventCounts } from '../events/rebuild-event-counts.ts';
import { keepValuesOfFacts } from '../groups/keep-values-of-facts.ts';
import { readStill } from '../read-still.ts';
import { COUNTERS, GROUP_TWINS, isGroupTwin } from '../registry.ts';
import { compareSql } from '../sql/compare-sql.ts';
import { correctActivity, findWrongActivity } from './correct-activity.ts';

/** How many rows were wrong, by the name of what they count. */
export interface Corrections extends EventCorrections, Readonly<Record<string, number>> {
  /** Days of devices that were counted and should not be, or the other way round. */
  readonly activity: number;
}

/** Those of events are compared with what they are called (events/rebuild-event-counts.ts). */
const OF_EVENTS: readonly Counter[] = [EVENT_COUNTS, EVENT_DEVICE_COUNTS];
const OTHERS = COUNTERS.filter((counter) => !OF_EVENTS.includes(counter));
const COMPARISONS = new Map(OTHERS.map((counter) => [counter, compareSql(counter)]));

/** Excludes a second rebuild, which would correct the same again, and nothing else. */
const ONE_AT_A_TIME = `lock table ${OTHERS.map(({ table }) => table).join(', ')} in share update exclusive mode`;

const TABLES = COUNTERS.flatMap(({ table, facts }) => [
  table,
  ...facts.flatMap(({ of }) => [of.name, ...(of.beside ?? [])]),
]);

/** Just after an import or a restore, the comparisons would be planned as if the tables were empty. */
const ANALYZE = `analyze ${[...new Set(TABLES), 'group_values'].join(', ')}`;

/** To be done once before counters are rebuilt. */
export async function analyzeFacts(pool: Pool): Promise<void> {
  await pool.query(ANALYZE);
}

/**
 * Makes an account's counters what its facts say, while others go on counting: what they differ by is the error at one
 * moment, and is added like any other change. Nothing is locked while it is compared.
 */
export async function rebuildRollups(pool: Pool, customerId: string): Promise<Corrections> {
  const others = await rebuildOthers(pool, customerId);
  return { ...others, ...(await rebuildEventCounts(pool, customerId)) };
}

type Wrong = readonly [Counter, readonly ContributionTo<Counter>[]];

/** All but the counters of events. What waits in queues is told apart only where both are seen at one moment. */
function rebuildOthers(pool: Pool, customerId: string) {
  return inTransaction(pool, async (client) => {
    await client.query(ONE_AT_A_TIME);
    const still = await readStill(pool, customerId, async (one) => ({
      waiting: await compareAll(one, customerId, (counter) => counter.waits === true),
      activity: await findWrongActivity(one, customerId),
    }));
    const activity = await correctActivity(client, customerId, still.activity);
    await keepValuesOfFacts(client, customerId);
    const wrong = [...still.waiting, ...(await compareAll(client, customerId, (counter) => !counter.waits))];
    await addToCounters(
      client,
      wrong.map(([counter, rows]) => added(counter, rows)),
    );
    const found = new Map(wrong.map(([counter, rows]) => [counter, rows.length]));
    const listed = (counters: readonly Counter[]) =>
      Object.fromEntries(counters.map((counter) => [counter.name, found.get(counter) ?? 0]));
    return { ...listed(OTHERS.filter((counter) => !isGroupTwin(counter))), activity, ...listed(GROUP_TWINS) };
  });
}

async function compareAll(
  client: ClientBase,
  customerId: string,
  isAsked: (counter: Counter) => boolean,
): Promise<Wrong[]> {
  const wrong: Wrong[] = [];
  for (const [counter, text] of COMPARISONS) {
    if (!isAsked(counter)) continue;
    wrong.push([counter, (await client.query<ContributionTo<Counter>>(text, [customerId])).rows]);
  }
  return wrong;
}
