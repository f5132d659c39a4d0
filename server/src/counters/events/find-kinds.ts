import type { ClientBase } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import { MAX_NAMES } from '../facts/events.ts';
import type { EventGroup } from './event-group.ts';

type NamedKind = Pick<EventGroup, 'customer_id' | 'app_id' | 'event_type' | 'event_name'>;

interface Unnumbered extends NamedKind {
  readonly is_rest: boolean;
}

interface Kind extends Unnumbered {
  readonly kind: number;
}

/** How many kinds and custom names an app has. */
interface EventTotals {
  readonly customer_id: string;
  readonly app_id: string;
  kinds: number;
  names: number;
}

/** Numbers of kinds, by what an event is called. */
export interface Kinds {
  of(event: NamedKind): number;
}

const ADD_TOTALS = `
  insert into event_kind_totals (customer_id, app_id)
  select customer_id, app_id from json_to_recordset($1::json) as app (customer_id uuid, app_id uuid)
  order by customer_id, app_id
  on conflict do nothing`;

const LOCK = `
  select totals.* from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid)
  join event_kind_totals totals on totals.customer_id = given.customer_id and totals.app_id = given.app_id
  order by totals.customer_id, totals.app_id
  for update of totals`;

const FIND = `
  select kinds.* from json_to_recordset($1::json)
    as given (customer_id uuid, app_id uuid, event_type text, event_name text, is_rest boolean)
  join event_kinds kinds on kinds.customer_id = given.customer_id and kinds.app_id = given.app_id
    and kinds.event_type = given.event_type and kinds.event_name = given.event_name and kinds.is_rest = given.is_rest`;

const ADD = `
  insert into event_kinds (customer_id, app_id, kind, event_type, event_name, is_rest)
  select customer_id, app_id, kind, event_type, event_name, is_rest
  from json_to_recordset($1::json) as new (customer_id uuid, app_id uuid, kind integer, event_type text,
    event_name text, is_rest boolean)`;

const KEEP_TOTALS = `
  update event_kind_totals totals set kinds = given.kinds, names = given.names
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, kinds integer, names integer)
  where totals.customer_id = given.customer_id and totals.app_id = given.app_id`;

/** Waits for others who count events of these apps, and makes others wait until the transaction ends. */
export async function lockEventCounts(
  client: ClientBase,
  apps: readonly { customer_id: string; app_id: string }[],
): Promise<Map<string, EventTotals>> {
  const unique = new Map(apps.map(({ customer_id, app_id }) => [app_id, { customer_id, app_id }]));
  const locked = [...unique.values()];
  const values = [JSON.stringify(locked)];
  await client.query({ name: 'add-event-kind-totals', text: ADD_TOTALS, values });
  const rows = await queryGiven<EventTotals>(client, { name: 'lock-event-counts', text: LOCK }, locked);
  return new Map(rows.map((totals) => [totals.app_id, totals]));
}

/**
 * The kinds of these events, numbering those that are new. A name that was not among an app's first ones never becomes
 * one of them, so what is added and what is taken back later agree. Apps are locked.
 *
 * @param events in order of arrival.
 */
export async function findKinds(client: ClientBase, events: readonly NamedKind[]): Promise<Kinds> {
  const totals = await lockEventCounts(client, events);
  const wanted = new Map(events.map((event) => [keyOf(event), ownKind(event)]));
  const rests = new Map(events.map((event) => [event.app_id, restOf(event)]));
  const named = [...wanted.values(), ...rests.values()];
  const rows = await queryGiven<Kind>(client, { name: 'find-event-kinds', text: FIND }, named);
  const known = new Map(rows.map((kind) => [keyOf(kind), kind.kind]));
  const added = addKinds([...wanted.values()], known, totals);
  if (added.length > 0) {
    await client.query({ name: 'add-event-kinds', text: ADD, values: [JSON.stringify(added)] });
    await queryGiven(client, { name: 'keep-event-kind-totals', text: KEEP_TOTALS }, [...totals.values()]);
  }
  return {
    of(event) {
      const kind = known.get(keyOf(event)) ?? known.get(keyOf(restOf(event)));
      if (kind === undefined) throw new Error('an event has no kind');
      return kind;
    },
  };
}

/** Numbers what is not known, which it adds to it. */
function addKinds(
  wanted: readonly Unnumbered[],
  known: Map<string, number>,
  totalsOf: ReadonlyMap<string, EventTotals>,
): Kind[] {
  return wanted.flatMap((own) => {
    const totals = totalsOf.get(own.app_id);
    if (totals === undefined || known.has(keyOf(own))) return [];
    const isNamed = own.event_name !== '';
    const counted = isNamed && totals.names >= MAX_NAMES ? restOf(own) : own;
    if (known.has(keyOf(counted))) return [];
    totals.kinds++;
    if (isNamed && !counted.is_rest) totals.names++;
    known.set(keyOf(counted), totals.kinds);
    return [{ ...counted, kind: totals.kinds }];
  });
}

function ownKind({ customer_id, app_id, event_type, event_name }: NamedKind): Unnumbered {
  return { customer_id, app_id, event_type, event_name, is_rest: false };
}

function restOf({ customer_id, app_id }: NamedKind): Unnumbered {
  return { customer_id, app_id, event_type: 'custom', event_name: '', is_rest: true };
}

function keyOf({
  app_id,
  event_type,
  event_name,
  is_rest = false,
}: NamedKind & { is_rest?: boolean }): string {
  return `${app_id}${is_rest ? 'rest' : event_type} ${event_name}`;
}
