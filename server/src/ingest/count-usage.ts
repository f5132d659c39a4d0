import type { ClientBase } from 'pg';
import type { StorableEvent } from './to-storable-event.ts';

/** Holds each account's row until the commit, so that concurrent writers count one after the other. */
const ADD_USAGE = `
  insert into usage_months (customer_id, month, used)
  select customer_id, month, used
  from json_to_recordset($1::json) as added (customer_id uuid, month date, used bigint)
  order by customer_id, month
  on conflict (customer_id, month) do update set used = usage_months.used + excluded.used
  returning customer_id, month::text, used::float8`;

const DELETE_SURPLUS = `
  delete from events where customer_id = $1 and app_id = $2 and event_id = any($3::text[])`;

const SUBTRACT_USAGE = `
  update usage_months set used = used - $3 where customer_id = $1 and month = $2::date`;

/** What one account has used of one month's allowance, this transaction included. */
export interface MonthUsage {
  readonly customerId: string;
  readonly month: string;
  readonly used: number;
}

interface CountedUsage {
  /** The events that exceed their account's allowance; they are no longer stored. */
  readonly surplus: Set<StorableEvent>;
  readonly usage: MonthUsage[];
}

/**
 * Counts newly inserted events against their accounts' monthly allowances and takes those back that exceed them, the
 * last to arrive first.
 *
 * @param inserted in the order of their arrival.
 */
export async function countUsage(
  client: ClientBase,
  inserted: readonly StorableEvent[],
): Promise<CountedUsage> {
  const months = groupBy(inserted, ({ customerId, month }) => customerId + month);
  if (months.size === 0) return { surplus: new Set(), usage: [] };
  const added = [...months.values()].map((events) => ({
    customer_id: events[0]?.customerId,
    month: events[0]?.month,
    used: events.length,
  }));
  const { rows } = await client.query<[string, string, number]>({
    name: 'add-usage',
    text: ADD_USAGE,
    values: [JSON.stringify(added)],
    rowMode: 'array',
  });
  const surplus = new Set<StorableEvent>();
  const usage: MonthUsage[] = [];
  for (const [customerId, month, used] of rows) {
    const excess = excessOf(months.get(customerId + month) ?? [], used);
    for (const event of excess) surplus.add(event);
    if (excess.length > 0) await takeBack(client, customerId, month, excess);
    usage.push({ customerId, month, used: used - excess.length });
  }
  return { surplus, usage };
}

function excessOf(events: readonly StorableEvent[], used: number): readonly StorableEvent[] {
  const limit = events[0]?.monthlyLimit ?? Number.POSITIVE_INFINITY;
  const excess = Math.min(events.length, Math.max(0, used - limit));
  return excess === 0 ? [] : events.slice(-excess);
}

async function takeBack(
  client: ClientBase,
  customerId: string,
  month: string,
  events: readonly StorableEvent[],
): Promise<void> {
  for (const [appId, ofApp] of groupBy(events, (event) => event.appId)) {
    const eventIds = ofApp.map(({ eventId }) => eventId);
    await client.query(DELETE_SURPLUS, [customerId, appId, eventIds]);
  }
  await client.query(SUBTRACT_USAGE, [customerId, month, events.length]);
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  return Map.groupBy(items, keyOf);
}
