import type { ClientBase } from 'pg';
import { derivedClickId } from '../../../attribution/clicks/derived-click-id.ts';
import { addToCounters, takenBack } from '../../../counters/add-to-counters.ts';
import { countedGroups } from '../../../counters/dimensions.ts';
import { type CountedPurchase, PURCHASES } from '../../../counters/facts/purchases.ts';
import { lockAppExclusively } from '../../../counters/lock-apps.ts';
import { MADE_ANONYMOUS } from '../anonymous-click-sql.ts';
import type { ErasedRows } from '../erasure.ts';
import type { Installation } from './installation.ts';

/** What is remembered of an erased event until what came of it is erased too. */
export interface ErasedEvent {
  readonly event_id: string;
  readonly click_id: string | null;
}

const ERASE_PURCHASES = `
  with erased as (
    delete from purchases where customer_id = $1 and app_id = $2 and event_id = any($3::text[]) returning *)
  select customer_id, app_id, currency, amount, to_char(counted_day, 'YYYY-MM-DD') as counted_day,
    counted_campaign_id, counted_link_id, ${countedGroups('erased')}
  from erased`;

/** Contradictions that these events brought up, whichever device they belonged to. */
const ERASE_CONFLICTS =
  'delete from device_conflicts where customer_id = $1 and app_id = $2 and event_id = any($3::text[])';

/** A click that the app reported stays counted, but becomes anonymous. */
const FORGET_CLICKS = `
  with reported as (
    select click_id from clicks
    where customer_id = $1 and click_id = any($3::uuid[]) and app_id = $2 and installation_id = $4
    order by click_id
    for update
  )
  update clicks set ${MADE_ANONYMOUS}
  where customer_id = $1 and click_id in (select click_id from reported)`;

/** Erases what attribution made of events of an installation that are erased: it learns nothing more from them. */
export async function eraseSentFacts(
  client: ClientBase,
  { customerId, appId, installationId }: Installation,
  events: readonly ErasedEvent[],
): Promise<ErasedRows> {
  await lockAppExclusively(client, appId);
  const eventIds = events.map(({ event_id }) => event_id);
  const purchases = await client.query<CountedPurchase>(ERASE_PURCHASES, [customerId, appId, eventIds]);
  const conflicts = await client.query(ERASE_CONFLICTS, [customerId, appId, eventIds]);
  const clickIds = events.flatMap(({ event_id, click_id }) => [
    derivedClickId({ customer_id: customerId, app_id: appId, event_id }),
    ...(click_id === null ? [] : [click_id]),
  ]);
  const clicks = await client.query(FORGET_CLICKS, [customerId, appId, clickIds, installationId]);
  await addToCounters(client, [takenBack(PURCHASES, purchases.rows)]);
  return {
    purchases: purchases.rows.length,
    device_conflicts: conflicts.rowCount ?? 0,
    clicks: clicks.rowCount ?? 0,
  };
}
