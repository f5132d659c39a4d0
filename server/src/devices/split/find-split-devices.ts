import { arrayLiteral, QUEUED_EVENT_TYPES } from '@tributary/db/events/event-types';
import type { ClientBase, Pool } from 'pg';
import type { DeviceRef } from '../../rollups/queue-devices.ts';
import { DEVICE_ID_KINDS } from '../../values/device-id-kinds.ts';

/** A device that is a part of another. */
export interface SplitDevice extends DeviceRef {
  /** Its only id. */
  readonly kind: string;
  readonly value: string;
  /** Whose the id had been told to be. */
  readonly whole_id: string;
}

const KINDS = [...DEVICE_ID_KINDS, 'user_id'];
const IDS = KINDS.map((kind) => `${kind}::text`).join(', ');
const named = (of: string) =>
  KINDS.map((kind, turn) => `(${turn}, '${kind}', ${of}.${kind}::text)`).join(', ');
const BEFORE = (one: string, other: string) =>
  `(${one}.received_at, ${one}.occurred_at, ${one}.event_id) < (${other}.received_at, ${other}.occurred_at, ${other}.event_id)`;

/**
 * Devices without an install that have a single id, which an event had tied to another device before the first event that
 * named it alone: they were attributed in another order. Reads all events of the account once, if there is such a device at all.
 */
const FIND = `
  with single as materialized (
    select app_id, device_id, min(kind) as kind, min(value) as value from device_ids
    where customer_id = $1
    group by app_id, device_id
    having count(*) = 1 and not bool_or(imported) and min(shared_since) is null
  ), part as materialized (
    select * from single
    where kind <> 'external_id' and not exists (
      select 1 from installs
      where installs.customer_id = $1 and installs.app_id = single.app_id and installs.device_id = single.device_id)
  ), naming as materialized (
    select part.device_id as part_id, event.*
    from (
      select app_id, event_id, event_type, received_at, occurred_at, ${KINDS.join(', ')}, num_nonnulls(${IDS}) as ids
      from events where customer_id = $1 and event_type <> 'click' and exists (select 1 from part)
    ) event
    cross join lateral (values ${named('event')}) as given (turn, kind, value)
    join part on part.app_id = event.app_id and part.kind = given.kind and part.value = given.value
  ), alone as (
    select distinct on (part_id) part_id, received_at, occurred_at, event_id from naming
    where ids = 1 and event_type = any ('${arrayLiteral(QUEUED_EVENT_TYPES)}')
    order by part_id, received_at, occurred_at, event_id
  ), told as (
    select distinct on (part_id) naming.* from naming join alone using (part_id)
    where ids > 1 and ${BEFORE('naming', 'alone')}
    order by part_id, naming.received_at, naming.occurred_at, naming.event_id
  )
  select $1::uuid as customer_id, part.app_id, part.device_id, part.kind, part.value, whole.device_id as whole_id
  from told join part on part.device_id = told.part_id
  cross join lateral (
    select ids.device_id
    from (values ${named('told')}) as given (turn, kind, value)
    join device_ids ids on ids.customer_id = $1 and ids.app_id = told.app_id and ids.kind = given.kind
      and ids.value = given.value
    where ids.device_id <> part.device_id
    order by turn limit 1
  ) whole
  order by part.app_id, part.device_id`;

/** The devices of an account that earlier versions made of an id that is another's. */
export async function findSplitDevices(
  client: Pool | ClientBase,
  customerId: string,
): Promise<SplitDevice[]> {
  return (await client.query<SplitDevice>(FIND, [customerId])).rows;
}
