import type { ClientBase } from 'pg';
import { DEFAULT_SETTINGS } from '../../attribution/facts/attribution-settings.ts';
import { ERASURE_UNDER_WAY } from '../../platform/store/erasure-under-way.ts';
import { isDistributed } from '../../platform/store/is-distributed.ts';
import { HOUR_MS } from '../../platform/values/hour-ms.ts';
import { findWantedOnNodes, forgetClicksOfAccount } from './forget-clicks-of-account.ts';
import type { ClickPlace, WantedClicks } from './wanted-clicks.ts';

export const FIRST_CLICK: ClickPlace = {
  recorded_at: '-infinity',
  click_id: '00000000-0000-0000-0000-000000000000',
};

/** An event that waits for longer than this is behind, and the clicks that it may be attributed to are kept for it. */
const BEHIND_MS = HOUR_MS;

/** Attribution may ask for clicks of an app for as long as its window, before the earliest event that waits. */
const WANTED = `
  select apps.id as app_id,
    extract(epoch from least($1::timestamptz, min(occurred_at) filter (where received_at < $2)))::float8 * 1000
      - greatest(coalesce((settings ->> 'click_window_hours')::float8 * ${HOUR_MS}, $3), $4) as since
  from apps
  left join event_queue waiting on waiting.customer_id = apps.customer_id and waiting.app_id = apps.id
  left join events on events.customer_id = apps.customer_id and events.app_id = apps.id
    and events.event_id = waiting.event_id
  group by apps.id`;

/** Those of an erased app or account have no window. */
const FORGET = `
  with wanted as materialized (
    select app_id, to_timestamp(since / 1000) as since
    from json_to_recordset($1::json) as wanted (app_id uuid, since float8)
  ), next as materialized (
    select customer_id, click_id, app_id, recorded_at, clicked_at from clicks
    where (recorded_at, click_id) > ($2::timestamptz, $3::uuid) and recorded_at < $4
    order by recorded_at, click_id
    limit $5
  ), old as materialized (
    select customer_id, click_id, (clicked_at at time zone 'UTC')::date as day from clicks
    where (customer_id, click_id) in (
      select customer_id, click_id from next
      where not exists (
        select 1 from wanted
        where wanted.app_id = next.app_id and wanted.since <= greatest(next.recorded_at, next.clicked_at))
      and not exists (
        select 1 from attributions
        where attributions.click_id = next.click_id and attributions.customer_id = next.customer_id)
      and not exists (
        select 1 from erasures where erasures.customer_id = next.customer_id and ${ERASURE_UNDER_WAY}))
    order by customer_id, click_id
    for update skip locked
  ), noted as (
    insert into forgotten_days (customer_id, kind, day)
    select distinct customer_id, 'clicks', day from old
    order by 1, 3
    on conflict do nothing
  ), gone as (
    delete from clicks using old
    where clicks.customer_id = old.customer_id and clicks.click_id = old.click_id
    returning 1
  )
  select (select count(*)::int from next) as seen, (select count(*)::int from gone) as gone,
    (select row_to_json(last) from (
      select recorded_at::text, click_id from next order by next.recorded_at desc, click_id desc limit 1) last) as last`;

/** Reads which clicks attribution may still ask for. @param now Unix ms. */
export async function findWantedClicks(client: ClientBase, now: number): Promise<WantedClicks> {
  const { clickWindowMs, probabilisticWindowMs } = DEFAULT_SETTINGS;
  if (await isDistributed(client)) {
    const leastWindowMs = probabilisticWindowMs;
    return findWantedOnNodes(client, { now, behindMs: BEHIND_MS, clickWindowMs, leastWindowMs });
  }
  const values = [at(now), at(now - BEHIND_MS), clickWindowMs, probabilisticWindowMs];
  return (await client.query<WantedClicks[number]>(WANTED, values)).rows;
}

const at = (ms: number) => new Date(ms).toISOString();

/**
 * Lets those of the next clicks go that nothing asks for any more, in the caller's transaction. A click that an attribution
 * names stays: deferred links, deliveries and credits of its install lead to it.
 *
 * @param before clicks recorded before this, Unix ms.
 * @returns how many went, and where to continue; null at the end.
 */
export async function forgetClicks(
  client: ClientBase,
  {
    before,
    limit,
    wanted,
    after,
    account,
  }: {
    before: number;
    limit: number;
    wanted: WantedClicks;
    after: ClickPlace;
    /** Over many nodes the one whose clicks are looked at. */
    account?: string | undefined;
  },
): Promise<{ gone: number; next: ClickPlace | null }> {
  if (account !== undefined) return forgetClicksOfAccount(client, { account, before, limit, wanted, after });
  const values = [JSON.stringify(wanted), after.recorded_at, after.click_id, at(before), limit];
  const { rows } = await client.query<{ seen: number; gone: number; last: ClickPlace | null }>({
    name: 'forget-clicks',
    text: FORGET,
    values,
  });
  const { seen, gone, last } = rows[0] ?? { seen: 0, gone: 0, last: null };
  return { gone, next: seen < limit ? null : last };
}
