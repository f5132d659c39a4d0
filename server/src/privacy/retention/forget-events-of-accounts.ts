import { eventHashSql } from '@tributary/db/functions/event-hash-sql';
import type { ClientBase } from 'pg';
import { ERASURE_UNDER_WAY } from '../../platform/store/erasure-under-way.ts';

/** Asks all nodes, once a batch. */
const ACCOUNTS = 'select customer_id from events where received_at < $1 group by customer_id';

/** What waits of an account is on the coordinator, as far as it is not an install's delivery. */
const HELD = `
  select
    array(
      select app_id || event_id from event_queue where customer_id = $1
      union all
      select told.app_id || told.event_id
      from activity_queue cross join unnest(customer_ids, app_ids, event_ids) as told (customer_id, app_id, event_id)
      where event_ids is not null and told.customer_id = $1) as events,
    array(select install_id from fraud_reviews where customer_id = $1) as reviews,
    exists (select 1 from erasures where customer_id = $1 and ${ERASURE_UNDER_WAY}) as erasing`;

/** As forget-events.ts, of one account: its own rows are on one node, and what is elsewhere is given. */
const FORGET = `
  with old as materialized (
    select app_id, event_id, (occurred_at at time zone 'UTC')::date as day
    from events
    where customer_id = $1 and received_at < $2 and app_id || event_id <> all ($5::text[])
      and not (event_type = 'install' and exists (
        select 1 from installs
        join postbacks on postbacks.customer_id = $1 and postbacks.install_id = installs.install_id
        where installs.customer_id = $1 and installs.app_id = events.app_id and installs.event_id = events.event_id
          and postbacks.status = 'pending'))
      and not (integrity_token is not null and exists (
        select 1 from device_ids ids
        join install_signals signals on signals.customer_id = $1 and signals.device_id = ids.device_id
        where ids.customer_id = $1 and ids.device_key = events.device_key and ids.app_id = events.app_id
          and signals.install_id = any ($6::uuid[])))
    order by received_at
    limit $3
    for update skip locked
  ), remembered as (
    insert into forgotten_events (customer_id, event_hash, forgotten_on)
    select $1, ${eventHashSql('old')}, ($4::timestamptz at time zone 'UTC')::date from old
    order by 2
    on conflict do nothing
  ), noted as (
    insert into forgotten_days (customer_id, kind, day)
    select distinct $1::uuid, 'events', day from old
    order by 3
    on conflict do nothing
  )
  delete from events using old
  where events.customer_id = $1 and events.app_id = old.app_id and events.event_id = old.event_id
  returning 1`;

interface Held {
  readonly events: string[];
  readonly reviews: string[];
  readonly erasing: boolean;
}

/** Does what forgetEvents does, account by account: over many nodes. */
export async function forgetEventsOfAccounts(
  client: ClientBase,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<number> {
  const until = new Date(before).toISOString();
  const { rows } = await client.query<{ customer_id: string }>(ACCOUNTS, [until]);
  let gone = 0;
  for (const { customer_id } of rows) {
    if (gone >= limit) break;
    const held = (await client.query<Held>(HELD, [customer_id])).rows[0];
    if (held === undefined || held.erasing) continue;
    const at = new Date(now).toISOString();
    const values = [customer_id, until, limit - gone, at, held.events, held.reviews];
    gone += (await client.query({ name: 'forget-events-of-one', text: FORGET, values })).rows.length;
  }
  return gone;
}
