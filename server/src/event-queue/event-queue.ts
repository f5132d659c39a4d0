import type { Pool, PoolClient } from 'pg';
import { toStorable } from '../values/storable-text.ts';
import type { ClaimedEvent, EventKey } from './queued-event.ts';

const CLAIMED = `customer_id, app_id, event_id, extract(epoch from due_at)::float8 * 1000 as due_at`;

/** Nothing that came after events whose ids wait to be learnt, or with them (activity-source.ts): it may need to know those. */
const CLAIM = `
  select ${CLAIMED} from event_queue
  where due_at <= $1 and due_at < coalesce(
    (select min(due_at) from activity_queue where event_ids is not null), 'infinity')
  order by due_at
  limit $2
  for update skip locked`;

const CLAIM_AGAIN = `
  select ${CLAIMED} from event_queue
  where (customer_id, app_id, event_id) in (
    select customer_id, app_id, event_id
    from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, event_id text))
  for update skip locked`;

const REMOVE = `
  delete from event_queue using json_to_recordset($1::json)
    as given (customer_id uuid, app_id uuid, event_id text)
  where event_queue.customer_id = given.customer_id and event_queue.app_id = given.app_id
    and event_queue.event_id = given.event_id`;

const PARK = `
  update event_queue set attempts = attempts + 1, last_error = $4,
    due_at = ($5::timestamptz[])[least(attempts + 1, cardinality($5::timestamptz[]))]
  where customer_id = $1 and app_id = $2 and event_id = $3`;

const PUT_OFF = `
  update event_queue set due_at = $2 from json_to_recordset($1::json)
    as given (customer_id uuid, app_id uuid, event_id text)
  where event_queue.customer_id = given.customer_id and event_queue.app_id = given.app_id
    and event_queue.event_id = given.event_id`;

/** After this many attempts an event is parked until someone looks at it. */
const MAX_ATTEMPTS = 8;

/** Claims due events that no other worker holds; they are locked until the transaction ends. */
export async function claimDue(client: PoolClient, now: number, limit: number): Promise<ClaimedEvent[]> {
  const values = [new Date(now).toISOString(), limit];
  return (await client.query<ClaimedEvent>({ name: 'claim-events', text: CLAIM, values })).rows;
}

/** Claims those of the events that are still queued and that no other worker holds. */
export async function claimAgain(client: PoolClient, keys: readonly EventKey[]): Promise<ClaimedEvent[]> {
  const values = [JSON.stringify(keys)];
  return (await client.query<ClaimedEvent>({ name: 'claim-events-again', text: CLAIM_AGAIN, values })).rows;
}

/** Removes events that are processed, in the transaction that processed them. */
export async function removeFromQueue(client: PoolClient, keys: readonly EventKey[]): Promise<void> {
  await client.query({ name: 'remove-events', text: REMOVE, values: [JSON.stringify(keys)] });
}

/** Has events wait until then, through no fault of theirs. @param until Unix ms */
export async function putOff(pool: Pool, keys: readonly EventKey[], until: number): Promise<void> {
  await pool.query(PUT_OFF, [JSON.stringify(keys), new Date(until).toISOString()]);
}

/** When an event is due after each of its attempts. */
function dueAfterAttempts(now: number): string[] {
  const times = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, attempts) => now + 1000 * 2 ** attempts);
  return [...times.map((time) => new Date(time).toISOString()), 'infinity'];
}

/** Defers an event that fails on its own: longer each time, and indefinitely from the eighth time on. */
export async function park(pool: Pool, key: EventKey, error: string, now: number): Promise<void> {
  const said = toStorable(error.slice(0, 500));
  await pool.query(PARK, [key.customer_id, key.app_id, key.event_id, said, dueAfterAttempts(now)]);
}
