import { arrayLiteral, QUEUED_EVENT_TYPES } from '@tributary/db/events/event-types';
import type { ClientBase, Pool } from 'pg';
import type { DeviceRef } from '../../../counters/queue-devices.ts';
import { DEVICE_ID_KINDS } from '../../../platform/values/device-id-kinds.ts';

/** A device that is a part of another. */
export interface SplitDevice extends DeviceRef {
  /** Its only id. */
  readonly kind: string;
  readonly value: string;
  /** Whose the id had been told to be. */
  readonly whole_id: string;
}

/** An event in the order of arrival: its times to the microsecond. */
interface Moment {
  readonly received_at: string;
  readonly occurred_at: string;
  readonly event_id: string;
}

/** An event that names a device without an install by its only id, with or without other ids. */
interface Naming extends Moment {
  readonly app_id: string;
  readonly device_id: string;
  readonly kind: string;
  readonly value: string;
}

const KINDS = [...DEVICE_ID_KINDS, 'user_id'];
const named = (of: string) =>
  KINDS.map((kind, rank) => `(${rank}, '${kind}', ${of}.${kind}::text)`).join(', ');
const iso = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
const MOMENT = (of: string) =>
  `${iso(`${of}.received_at`)} as received_at, ${iso(`${of}.occurred_at`)} as occurred_at, ${of}.event_id`;

/** The account's next events after a place, in the order of their key, and of them what a statement finds. */
const walking = (found: string) => `
  with chunk as materialized (
    select app_id, event_id, event_type, received_at, occurred_at, ${KINDS.join(', ')},
      num_nonnulls(${KINDS.join(', ')}) as ids
    from events
    where customer_id = $1 and ($2::uuid is null or (app_id, event_id) > ($2, $3))
    order by app_id, event_id limit $4
  ), found as (${found})
  select (select count(*)::int from chunk) as events, last.app_id as last_app, last.event_id as last_event,
    (select coalesce(json_agg(found), '[]') from found) as found
  from (select app_id, event_id from chunk order by app_id desc, event_id desc limit 1) last`;

/** Events that tie several ids, one of which is all that its device is known by. */
const TOLD = walking(`
  select chunk.app_id, part.device_id, part.kind, part.value, ${MOMENT('chunk')}
  from chunk cross join lateral (values ${named('chunk')}) as given (rank, kind, value)
  cross join lateral (
    select device_id, kind, value from device_ids
    where customer_id = $1 and app_id = chunk.app_id and kind = given.kind and value = given.value
      and not imported and shared_since is null
    offset 0) part
  where chunk.ids > 1 and chunk.event_type <> 'click'
    and (select count(*) from device_ids own
      where own.customer_id = $1 and own.app_id = chunk.app_id and own.device_id = part.device_id) = 1
    and not exists (
      select 1 from installs
      where installs.customer_id = $1 and installs.app_id = chunk.app_id and installs.device_id = part.device_id)`);

/** Events that name one of these ids alone, and made a device of it. */
const ALONE = walking(`
  select part.app_id, part.device_id, part.kind, part.value, ${MOMENT('chunk')}
  from chunk cross join lateral (values ${named('chunk')}) as given (rank, kind, value)
  join json_to_recordset($5::json) as part (app_id uuid, device_id uuid, kind text, value text)
    on part.app_id = chunk.app_id and part.kind = given.kind and part.value = given.value
  where chunk.ids = 1 and chunk.event_type = any ('${arrayLiteral(QUEUED_EVENT_TYPES)}')`);

const WHOLE = `
  select $1::uuid as customer_id, part.app_id, part.device_id, part.kind, part.value, whole.device_id as whole_id
  from json_to_recordset($2::json) as part (app_id uuid, device_id uuid, kind text, value text, event_id text)
  join events told on told.customer_id = $1 and told.app_id = part.app_id and told.event_id = part.event_id
  cross join lateral (
    select ids.device_id
    from (values ${named('told')}) as given (rank, kind, value)
    join device_ids ids on ids.customer_id = $1 and ids.app_id = part.app_id and ids.kind = given.kind
      and ids.value = given.value
    where ids.device_id <> part.device_id
    order by rank limit 1
  ) whole
  order by part.app_id, part.device_id`;

/** Events that a statement reads. */
const CHUNK = 20_000;

interface WalkOptions {
  readonly chunk?: number;
  /** Told how many events have been read, after each chunk. */
  readonly onProgress?: (events: number) => void;
}

/**
 * Finds the devices of an account that earlier versions made of an id that is another's: devices without an install that have a
 * single id, which an event had tied to another device before the first event that named it alone. Walks through all events of the
 * account, and once more if any ties such an id.
 */
export async function findSplitDevices(
  client: Pool | ClientBase,
  customerId: string,
  options: WalkOptions = {},
): Promise<SplitDevice[]> {
  const told = await walk(client, TOLD, [customerId], options);
  if (told.size === 0) return [];
  const parts = JSON.stringify([...told.values()]);
  const alone = await walk(client, ALONE, [customerId, parts], options);
  const split = [...told].flatMap(([key, one]) => {
    const other = alone.get(key);
    return other !== undefined && isBefore(one, other) ? [one] : [];
  });
  if (split.length === 0) return [];
  return (await client.query<SplitDevice>(WHOLE, [customerId, JSON.stringify(split)])).rows;
}

/** The first event of each device, of those that a statement finds among all events. */
async function walk(
  client: Pool | ClientBase,
  text: string,
  [customerId, ...more]: readonly string[],
  { chunk = CHUNK, onProgress }: WalkOptions,
): Promise<Map<string, Naming>> {
  const first = new Map<string, Naming>();
  let place: readonly [app: string | null, event: string | null] = [null, null];
  for (let read = 0; ; ) {
    const { rows } = await client.query<{
      events: number;
      last_app: string;
      last_event: string;
      found: Naming[];
    }>(text, [customerId, ...place, chunk, ...more]);
    const [row] = rows;
    if (row === undefined) return first;
    for (const one of row.found) {
      const key = `${one.app_id} ${one.device_id}`;
      const known = first.get(key);
      if (known === undefined || isBefore(one, known)) first.set(key, one);
    }
    read += row.events;
    onProgress?.(read);
    if (row.events < chunk) return first;
    place = [row.last_app, row.last_event];
  }
}

function isBefore(one: Moment, other: Moment): boolean {
  const of = ({ received_at, occurred_at, event_id }: Moment) => `${received_at} ${occurred_at} ${event_id}`;
  return of(one) < of(other);
}
