import { eventHashSql } from './event-hash-sql.ts';

/** What `store_events` does not say in the same way on one server and on the nodes of a cluster. */
export interface StoreEventsForm {
  /** Of variables that only it has. */
  readonly declarations: string;
  readonly lookUpForgotten: string;
  readonly lookUpUnwanted: string;
  readonly deleteForgotten: string;
  readonly deleteSurplus: string;
}

export const ON_ONE_SERVER: StoreEventsForm = {
  declarations: '',
  lookUpForgotten: `-- Events whose rows went do not count again. Looked up after the insert, which waits for a row that is just going.
    if exists (select from forgotten_events) then
      select array_agg(app_id || event_id) into forgotten
      from unnest(kept_customers, kept_apps, kept_ids) as event (customer_id, app_id, event_id)
      where (
        select true from forgotten_events
        where forgotten_events.customer_id = event.customer_id and event_hash = ${eventHashSql('event')}
        limit 1);
    end if;`,
  lookUpUnwanted: `-- Nor does what an installation sends that asked to be forgotten.
    if exists (select from forgotten_installations) then
      select array_agg(app_id || event_id) into unwanted
      from unnest(kept_customers, kept_apps, kept_ids, kept_devices) as event (customer_id, app_id, event_id, device_key)
      where (
        select true from forgotten_installations
        where forgotten_installations.customer_id = event.customer_id
          and forgotten_installations.app_id = event.app_id and forgotten_installations.device_key = event.device_key
        limit 1);
      forgotten := forgotten || unwanted;
    end if;`,
  deleteForgotten: `delete from events using unnest(kept_customers, kept_apps, kept_ids) as event (customer_id, app_id, event_id)
      where event.app_id || event.event_id = any (forgotten) and events.customer_id = event.customer_id
        and events.app_id = event.app_id and events.event_id = event.event_id;`,
  deleteSurplus: `), deleted as (
        delete from events using last_ones
        where events.customer_id = account.customer_id
          and events.app_id = last_ones.app_id and events.event_id = last_ones.event_id
        returning events.app_id || events.event_id as key)
      select surplus || coalesce(array_agg(key), '{}'), count(*) into surplus, taken_back from deleted;`,
};

/**
 * There a statement names the accounts at hand, so that it goes to their shards alone, and a deletion joins nothing but
 * other rows of the account.
 */
export const ON_CITUS: StoreEventsForm = {
  declarations: `hashes uuid[];
    gone uuid[];
    silenced text[];
    last_apps uuid[];
    last_ids text[];
    `,
  lookUpForgotten: `-- Events whose rows went do not count again. Looked up after the insert, which waits for a row that is just going.
    select array_agg(${eventHashSql('event')}) into hashes
    from unnest(kept_apps, kept_ids) as event (app_id, event_id);
    select array_agg(event_hash) into gone
    from forgotten_events
    where forgotten_events.customer_id = any (kept_customers) and event_hash = any (hashes);
    if gone is not null then
      select array_agg(app_id || event_id) into forgotten
      from unnest(kept_apps, kept_ids) as event (app_id, event_id)
      where ${eventHashSql('event')} = any (gone);
    end if;`,
  lookUpUnwanted: `-- Nor does what an installation sends that asked to be forgotten.
    select array_agg(forgotten_installations.app_id::text || forgotten_installations.device_key::text) into silenced
    from forgotten_installations
    where forgotten_installations.customer_id = any (kept_customers)
      and forgotten_installations.app_id = any (kept_apps) and forgotten_installations.device_key = any (kept_devices);
    if silenced is not null then
      select array_agg(app_id || event_id) into unwanted
      from unnest(kept_apps, kept_ids, kept_devices) as event (app_id, event_id, device_key)
      where app_id::text || device_key::text = any (silenced);
      forgotten := forgotten || unwanted;
    end if;`,
  deleteForgotten: `for account in
        select customer_id, app_id, event_id from unnest(kept_customers, kept_apps, kept_ids)
          as event (customer_id, app_id, event_id)
        where app_id || event_id = any (forgotten)
      loop
        delete from events where events.customer_id = account.customer_id and events.app_id = account.app_id
          and events.event_id = account.event_id;
      end loop;`,
  deleteSurplus: `)
      select array_agg(app_id), array_agg(event_id) into last_apps, last_ids from last_ones;
      with deleted as (
        delete from events
        where events.customer_id = account.customer_id and events.app_id = any (last_apps)
          and events.event_id = any (last_ids)
          and (events.app_id, events.event_id) in (select * from unnest(last_apps, last_ids))
        returning events.app_id, events.event_id)
      select surplus || coalesce(array_agg(app_id || event_id), '{}'), count(*) into surplus, taken_back from deleted;`,
};
