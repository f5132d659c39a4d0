import type { BatchedMigration } from './migration-entry.ts';

/**
 * What the installs that are stored are grouped by: their countries, and what their events say as far as they are there.
 * Components of a fingerprint with an escape, which may be one that PostgreSQL cannot read, are left out.
 */
export const groupsOfInstalls: BatchedMigration = {
  name: 'm0073-groups-of-installs',
  table: 'attributions',
  batch: `
    with chunk as materialized (
      select customer_id, attribution_id, install_id from attributions
      where $1::jsonb is null
        or (customer_id, attribution_id) > (($1::jsonb ->> 'customer')::uuid, ($1::jsonb ->> 'attribution')::uuid)
      order by customer_id, attribution_id
      limit 5000
    ), facts as (
      select chunk.customer_id, chunk.attribution_id, installs.country,
        left(nullif(events.app_version, ''), 100) as app_version,
        left(nullif(coalesce(events.os_version, component.said ->> 'os_version'), ''), 100) as os_version,
        left(nullif(coalesce(events.device_model, component.said ->> 'device_model'), ''), 100) as device_model
      from chunk
      join installs on installs.customer_id = chunk.customer_id and installs.install_id = chunk.install_id
      left join events on events.customer_id = chunk.customer_id and events.app_id = installs.app_id
        and events.event_id = installs.event_id
      cross join lateral (
        select case when position(chr(92) in events.fingerprint_components) = 0
          then events.fingerprint_components::json end as said) as component
    ), filled as (
      update attributions set country = facts.country, app_version = facts.app_version,
        os_version = facts.os_version, device_model = facts.device_model
      from facts
      where attributions.customer_id = facts.customer_id and attributions.attribution_id = facts.attribution_id
        and (facts.country, facts.app_version, facts.os_version, facts.device_model)
          is distinct from (null::text, null::text, null::text, null::text)
    )
    select (
        select json_build_object('customer', customer_id, 'attribution', attribution_id) from chunk
        order by customer_id desc, attribution_id desc limit 1) as position,
      (select count(*) from chunk)::int as rows`,
};
