import type { ClientBase } from 'pg';
import { queryGiven } from '../data-plane/query-given.ts';
import type { WantedClicks } from './wanted-clicks.ts';

/** Events that wait, as far as they are not more than can be looked at here. */
const WAITING = 'select customer_id, app_id, event_id from event_queue limit $1';
const MOST_WAITING = 100_000;

const APPS = `
  select id as app_id, customer_id,
    greatest(coalesce((settings ->> 'click_window_hours')::float8 * 3600000, $1), $2) as window_ms
  from apps`;

const EARLIEST = `
  select events.app_id, extract(epoch from min(occurred_at))::float8 * 1000 as at
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, event_id text)
  join events on events.customer_id = given.customer_id and events.app_id = given.app_id
    and events.event_id = given.event_id
  where received_at < $2
  group by events.app_id`;

/** Times are Unix ms; `behindMs` is how long an event has waited that is behind, and the windows are those of an app without its own. */
interface WantedParts {
  readonly now: number;
  readonly behindMs: number;
  readonly clickWindowMs: number;
  readonly leastWindowMs: number;
}

/** What findWantedClicks reads, where events are on many nodes. While too many wait to be looked at, all clicks are wanted. */
export async function findWantedOnNodes(client: ClientBase, parts: WantedParts): Promise<WantedClicks> {
  const apps = await client.query<{ app_id: string; window_ms: number }>(APPS, [
    parts.clickWindowMs,
    parts.leastWindowMs,
  ]);
  const waiting = await client.query<{ customer_id: string }>(WAITING, [MOST_WAITING]);
  if (waiting.rows.length === MOST_WAITING) return apps.rows.map(({ app_id }) => ({ app_id, since: 0 }));
  const behind = new Date(parts.now - parts.behindMs).toISOString();
  const statement = { name: 'find-earliest-waiting', text: EARLIEST };
  const rows = await queryGiven<{ app_id: string; at: number }>(client, statement, waiting.rows, [behind]);
  const earliest = new Map(rows.map(({ app_id, at }) => [app_id, at]));
  return apps.rows.map(({ app_id, window_ms }) => ({
    app_id,
    since: Math.min(parts.now, earliest.get(app_id) ?? parts.now) - window_ms,
  }));
}

/** Those of accounts that are being erased are left to the erasure. */
export const ACCOUNTS_WITH_CLICKS = `
  select id from accounts
  where not exists (select 1 from erasures where erasures.customer_id = accounts.id and erasures.due_at is not null)`;

/** As forget-clicks.ts, of one account, whose rows are on one node. */
const FORGET = `
  with wanted as materialized (
    select app_id, to_timestamp(since / 1000) as since
    from json_to_recordset($1::json) as wanted (app_id uuid, since float8)
  ), next as materialized (
    select click_id, app_id, recorded_at, clicked_at from clicks
    where customer_id = $6 and (recorded_at, click_id) > ($2::timestamptz, $3::uuid) and recorded_at < $4
    order by recorded_at, click_id
    limit $5
  ), old as materialized (
    select click_id, (clicked_at at time zone 'UTC')::date as day from clicks
    where clicks.customer_id = $6 and click_id in (
      select click_id from next
      where not exists (
        select 1 from wanted
        where wanted.app_id = next.app_id and wanted.since <= greatest(next.recorded_at, next.clicked_at))
      and not exists (
        select 1 from attributions
        where attributions.customer_id = $6 and attributions.click_id = next.click_id))
    order by click_id
    for update skip locked
  ), noted as (
    insert into forgotten_days (customer_id, kind, day)
    select distinct $6::uuid, 'clicks', day from old
    order by 3
    on conflict do nothing
  ), gone as (
    delete from clicks using old
    where clicks.customer_id = $6 and clicks.click_id = old.click_id
    returning 1
  )
  select (select count(*)::int from next) as seen, (select count(*)::int from gone) as gone,
    (select row_to_json(last) from (
      select recorded_at::text, click_id from next order by next.recorded_at desc, click_id desc limit 1) last) as last`;

export const FORGET_CLICKS_OF_ONE = { name: 'forget-clicks-of-one', text: FORGET };
