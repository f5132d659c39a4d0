import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { EventDeviceContribution } from '../declared/event-device-counts.ts';

/** A day on which a device sent a kind of event. */
export interface EventDevice {
  readonly customer_id: string;
  readonly app_id: string;
  readonly kind: number;
  readonly device_key: string;
  /** In days since 1970. */
  readonly day: number;
}

const SUM = `
  select customer_id, app_id, to_char(day, 'YYYY-MM-DD') as day, kind,
    coalesce(to_char(nullif(previous_day, '-infinity'), 'YYYY-MM-DD'), '-infinity') as previous_day,
    sum(devices)::float8 as devices
  from change
  group by customer_id, app_id, change.day, kind, change.previous_day
  having sum(devices) <> 0`;

const OF_SAME =
  'kept.app_id = added.app_id and kept.device_key = added.device_key and kept.kind = added.kind';

/** The table is seen as it was before. A day between two others becomes the previous day of the later one. */
const addSql = (account: string, isOld: string) => `
  with added as (
    insert into event_devices (customer_id, app_id, device_key, kind, day)
    select customer_id, app_id, device_key, kind, date '1970-01-01' + day
    from json_to_recordset($1::json)
      as given (customer_id uuid, app_id uuid, kind integer, device_key uuid, day integer)
    order by customer_id, app_id, device_key, kind, day
    on conflict do nothing
    returning customer_id, app_id, device_key, kind, day
  ), placed as (
    select added.customer_id, added.app_id, added.kind, added.day, before.day as kept_before, after.day as kept_after,
      lag(added.day) over same as added_before, lead(added.day) over same as added_after
    from added
    left join lateral (
      select day from event_devices kept where kept.customer_id = ${account} and ${OF_SAME} and kept.day < added.day ${isOld}
        order by day desc limit 1
    ) before on true
    left join lateral (
      select day from event_devices kept where kept.customer_id = ${account} and ${OF_SAME} and kept.day > added.day ${isOld}
        order by day limit 1
    ) after on true
    window same as (partition by added.customer_id, added.app_id, added.device_key, added.kind order by added.day)
  ), followed as (
    select * from placed where kept_after < coalesce(added_after, 'infinity')
  ), change as (
    select customer_id, app_id, kind, day, coalesce(greatest(kept_before, added_before), '-infinity') as previous_day,
      1 as devices
    from placed
    union all
    select customer_id, app_id, kind, kept_after, coalesce(kept_before, '-infinity'), -1 from followed
    union all
    select customer_id, app_id, kind, kept_after, day, 1 from followed
  ) ${SUM}`;

const ADD = addSql('added.customer_id', '');

/** Over many nodes what was added is read as a table of its own, and the table after it. */
const ADD_OF_ONE = addSql(
  'given.customer_id',
  `and not exists (
          select 1 from added too
          where too.app_id = kept.app_id and too.device_key = kept.device_key and too.kind = kept.kind
            and too.day = kept.day)`,
);

const REMOVE = `
  with removed as (
    delete from event_devices
    where customer_id = $1 and (app_id, device_key) in (select * from unnest($2::uuid[], $3::uuid[]))
    returning customer_id, app_id, device_key, kind, day
  ), change as (
    select customer_id, app_id, kind, day, coalesce(lag(day) over (
      partition by app_id, device_key, kind order by day), '-infinity') as previous_day, -1 as devices
    from removed
  ) ${SUM}`;

/**
 * Records days of devices, as far as they are not yet.
 *
 * @returns the changes of the counters, for addToCounters. Their apps must be locked (lockEventCounts): a day says which
 * one was the device's last before it.
 */
export async function addEventDevices(
  client: ClientBase,
  seen: readonly EventDevice[],
): Promise<EventDeviceContribution[]> {
  if (seen.length === 0) return [];
  const statement = { name: 'add-event-devices', text: ADD, ofOne: ADD_OF_ONE };
  return queryGiven<EventDeviceContribution>(client, statement, seen);
}

/** Forgets all days of devices, under the same lock. @returns the changes of the counters. */
export async function removeEventDevices(
  client: ClientBase,
  customerId: string,
  devices: readonly { app_id: string; device_key: string }[],
): Promise<EventDeviceContribution[]> {
  const values = [
    customerId,
    devices.map(({ app_id }) => app_id),
    devices.map(({ device_key }) => device_key),
  ];
  return (await client.query<EventDeviceContribution>(REMOVE, values)).rows;
}
