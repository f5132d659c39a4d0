import type { Pool } from 'pg';
import { MANY_FAILURES } from './failing-lanes.ts';

/** Sends of one lane at a time. */
export const BATCH = 16;

/** A config with deliveries that are due. Each is a lane of its own: a slow one delays no other. */
export interface Lane {
  readonly customer_id: string;
  readonly config_id: string;
  /** Sends in a row that failed as an outage would make them, in whichever process. */
  readonly failures: number;
  /** Deliveries that are due; 16 for more. */
  readonly due: number;
}

/** A short look at the index for each config, however many deliveries wait. */
const FIND = `
  with recursive lane as (
    (select config_id, customer_id from postback_queue order by config_id limit 1)
    union all
    select next.config_id, next.customer_id
    from lane
    cross join lateral (
      select config_id, customer_id from postback_queue
      where config_id > lane.config_id order by config_id limit 1
    ) next
  )
  select lane.customer_id, lane.config_id, coalesce(failures, 0) as failures, waiting.due
  from lane
  cross join lateral (
    select count(*)::int as due from (
      select from postback_queue queued where queued.config_id = lane.config_id and queued.due_at <= $1 limit ${BATCH}
    ) counted
  ) waiting
  left join postback_failures failing
    on failing.customer_id = lane.customer_id and failing.config_id = lane.config_id
  where waiting.due > 0
    and (failures is null or failures < ${MANY_FAILURES} or next_try_at <= $1)
  order by coalesce(failures, 0), random()`;

/** Events that wait for attribution before it is considered behind. */
const BEHIND = 1000;

const COUNT_WAITING = `
  select count(*)::int as waiting
  from (select 1 from event_queue where due_at <= $1 limit ${BEHIND}) counted`;

/** Whether attribution has more to do than it can do at once. @param now Unix ms. */
export async function isAttributionBehind(pool: Pool, now: number): Promise<boolean> {
  const values = [new Date(now).toISOString()];
  const { rows } = await pool.query<{ waiting: number }>({
    name: 'count-waiting-events',
    text: COUNT_WAITING,
    values,
  });
  return rows[0]?.waiting === BEHIND;
}

/** The lanes that have something due, those that work first. @param now Unix ms. */
export async function findLanes(pool: Pool, now: number): Promise<Lane[]> {
  const values = [new Date(now).toISOString()];
  return (await pool.query<Lane>({ name: 'find-postback-lanes', text: FIND, values })).rows;
}
