import { arrayLiteral, NOT_IN_USE_EVENT_TYPES, QUEUED_EVENT_TYPES } from '@tributary/db/events/event-types';
import type { Client } from 'pg';
import type { Ledger } from './ledger.ts';

/** A kind of disagreement between the service's responses and what is stored. */
export interface Finding {
  readonly what: string;
  readonly count: number;
}

/** Invariants within the database: each query counts violations. The queue must not be processed while they run. */
const BALANCES: readonly { what: string; sql: string }[] = [
  {
    what: 'accounts whose usage differs from the number of their stored events',
    sql: `select count(*) from (select customer_id, sum(used) as n from usage_months group by 1) counted
          full join (select customer_id, count(*) as n from events group by 1) stored using (customer_id)
          where coalesce(counted.n, 0) <> coalesce(stored.n, 0)`,
  },
  {
    what: 'stored events missing from the attribution queue, or queued events that are not stored',
    sql: `select count(*) from event_queue queued
          full join (select * from events where event_type = any ('${arrayLiteral(QUEUED_EVENT_TYPES)}')) stored
          using (customer_id, app_id, event_id)
          where queued.event_type is null or stored.event_type is null`,
  },
  {
    what: 'device-days that are missing, or that have no event',
    sql: `select count(*) from device_days recorded
          full join (select distinct customer_id, app_id, device_key, (occurred_at at time zone 'utc')::date as day
                     from events where device_key is not null and event_type <> all ('${arrayLiteral(NOT_IN_USE_EVENT_TYPES)}')) active
          using (customer_id, app_id, device_key, day)
          where recorded.customer_id is null or active.customer_id is null`,
  },
];

/** Checks a ledger against the database and returns what does not agree. */
export async function auditLedger(ledger: Ledger, client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ key: string }>('select app_id || event_id as key from events');
  const stored = new Set(rows.map(({ key }) => key));
  const isStored = (entry: { appId: string; eventId: string }) => stored.has(entry.appId + entry.eventId);
  const known = new Set([...ledger.entries].map(({ appId, eventId }) => appId + eventId));
  const findings: Finding[] = [
    { what: 'events accepted more than once', count: ledger.count((entry) => entry.accepted > 1) },
    {
      what: 'events accepted but not stored',
      count: ledger.count((entry) => entry.accepted > 0 && !isStored(entry)),
    },
    {
      what: 'events deduplicated but not stored',
      count: ledger.count((entry) => entry.deduplicated > 0 && !isStored(entry)),
    },
    {
      what: 'events always rejected but stored',
      count: ledger.count(
        (entry) => entry.rejected.length > 0 && entry.accepted + entry.deduplicated === 0 && isStored(entry),
      ),
    },
    {
      what: 'events that were never answered',
      count: ledger.count((entry) => entry.accepted + entry.deduplicated + entry.rejected.length === 0),
    },
    { what: 'events stored but never sent', count: rows.filter(({ key }) => !known.has(key)).length },
    { what: 'events stored more than once', count: rows.length - stored.size },
  ];
  for (const { what, sql } of BALANCES) {
    const result = await client.query<{ count: string }>(sql);
    findings.push({ what, count: Number(result.rows[0]?.count) });
  }
  return findings.filter(({ count }) => count !== 0);
}
