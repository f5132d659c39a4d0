import { eventHashSql } from '@tributary/db/functions/event-hash-sql';
import type { ClientBase } from 'pg';
import { ERASURE_UNDER_WAY } from '../../platform/store/erasure-under-way.ts';
import { isDistributed } from '../../platform/store/is-distributed.ts';
import { forgetEventsOfAccounts } from './forget-events-of-accounts.ts';

/**
 * Everything that may still ask for an event's row: attribution, the learning of ids, deliveries of its install, a fraud
 * review that looks for its token, and an erasure in its account, which finds a device's other ids by it.
 */
const IS_WAITED_FOR = `
  exists (
    select 1 from event_queue waiting
    where waiting.customer_id = events.customer_id and waiting.app_id = events.app_id
      and waiting.event_id = events.event_id)
  or exists (
    select 1 from telling
    where telling.customer_id = events.customer_id and telling.app_id = events.app_id
      and telling.event_id = events.event_id)
  or event_type = 'install' and exists (
    select 1 from installs join postbacks using (customer_id, install_id)
    where installs.customer_id = events.customer_id and installs.app_id = events.app_id
      and installs.event_id = events.event_id and postbacks.status = 'pending')
  or integrity_token is not null and exists (
    select 1 from device_ids ids
    join install_signals signals on signals.device_id = ids.device_id and signals.customer_id = ids.customer_id
    join fraud_reviews reviews on reviews.customer_id = signals.customer_id
      and reviews.install_id = signals.install_id
    where ids.device_key = events.device_key and ids.app_id = events.app_id and ids.customer_id = events.customer_id)
  or exists (
    select 1 from erasures where erasures.customer_id = events.customer_id and ${ERASURE_UNDER_WAY})`;

/** A row that someone else has locked is left for the next pass. */
const FORGET = `
  with telling as materialized (
    select told.customer_id, told.app_id, told.event_id
    from activity_queue cross join unnest(customer_ids, app_ids, event_ids) as told (customer_id, app_id, event_id)
    where event_ids is not null
  ), old as materialized (
    select customer_id, app_id, event_id, (occurred_at at time zone 'UTC')::date as day
    from events
    where received_at < $1 and not (${IS_WAITED_FOR})
    order by received_at
    limit $2
    for update of events skip locked
  ), remembered as (
    insert into forgotten_events (customer_id, event_hash, forgotten_on)
    select customer_id, ${eventHashSql('old')}, ($3::timestamptz at time zone 'UTC')::date
    from old
    order by 1, 2
    on conflict do nothing
  ), noted as (
    insert into forgotten_days (customer_id, kind, day)
    select distinct customer_id, 'events', day from old
    order by 1, 3
    on conflict do nothing
  )
  delete from events using old
  where events.customer_id = old.customer_id and events.app_id = old.app_id and events.event_id = old.event_id`;

/**
 * Lets the rows of the oldest events go, in the caller's transaction, and keeps a hash of each id, so that an event that
 * is sent again does not count again.
 *
 * @param before events that arrived before this, Unix ms.
 * @param now Unix ms.
 * @returns how many went; less than `limit` once only those are left that something waits for.
 */
export async function forgetEvents(
  client: ClientBase,
  { before, now, limit }: { before: number; now: number; limit: number },
): Promise<number> {
  if (await isDistributed(client)) return forgetEventsOfAccounts(client, { before, now, limit });
  const values = [new Date(before).toISOString(), limit, new Date(now).toISOString()];
  return (await client.query({ name: 'forget-events', text: FORGET, values })).rowCount ?? 0;
}
