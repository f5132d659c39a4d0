import type { ClientBase } from 'pg';
import { ERASURE_UNDER_WAY } from '../../platform/store/erasure-under-way.ts';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { ClickPlace, WantedClicks } from './wanted-clicks.ts';

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
  where not exists (
    select 1 from erasures where erasures.customer_id = accounts.id and ${ERASURE_UNDER_WAY})`;

/** As forget-clicks.ts, of one account, whose rows are on one node: a look, then what goes, then what is noted of it. */
const LOOK = `
  select click_id, recorded_at::text, not exists (
      select 1 from json_to_recordset($2::json) as wanted (app_id uuid, since float8)
      where wanted.app_id = clicks.app_id
        and to_timestamp(wanted.since / 1000) <= greatest(clicks.recorded_at, clicks.clicked_at))
    and not exists (
      select 1 from attributions
      where attributions.customer_id = $1 and attributions.click_id = clicks.click_id) as old
  from clicks
  where customer_id = $1 and (recorded_at, click_id) > ($3::timestamptz, $4::uuid) and recorded_at < $5
  order by clicks.recorded_at, click_id
  limit $6`;

const FORGET =
  'delete from clicks where customer_id = $1 and click_id = any ($2::uuid[]) returning clicked_at';

const NOTE = `
  insert into forgotten_days (customer_id, kind, day)
  select $1::uuid, 'clicks', day from unnest($2::date[]) as went (day)
  order by day
  on conflict do nothing`;

interface OldClicks {
  readonly account: string;
  readonly before: number;
  readonly limit: number;
  readonly wanted: WantedClicks;
  readonly after: ClickPlace;
}

/** Does what forgetClicks does, for one account. */
export async function forgetClicksOfAccount(
  client: ClientBase,
  { account, before, limit, wanted, after }: OldClicks,
): Promise<{ gone: number; next: ClickPlace | null }> {
  const until = new Date(before).toISOString();
  const values = [account, JSON.stringify(wanted), after.recorded_at, after.click_id, until, limit];
  const { rows: seen } = await client.query<ClickPlace & { old: boolean }>(LOOK, values);
  const last = seen.at(-1);
  const next = seen.length < limit || last === undefined ? null : last;
  const old = seen.filter((click) => click.old).map(({ click_id }) => click_id);
  if (old.length === 0) return { gone: 0, next };
  const { rows: gone } = await client.query<{ clicked_at: Date }>(FORGET, [account, old]);
  const days = new Set(gone.map(({ clicked_at }) => clicked_at.toISOString().slice(0, 10)));
  await client.query(NOTE, [account, [...days].toSorted()]);
  return { gone: gone.length, next };
}
