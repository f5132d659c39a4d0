import type { ClientBase } from 'pg';
import { DEVICE_ID_KINDS } from '../../../platform/values/device-id-kinds.ts';
import { MADE_ANONYMOUS } from '../anonymous-click-sql.ts';
import type { DeviceIds } from '../erasure.ts';
import { type IdentifiedRow, listIds } from './find-device-ids.ts';

/** Clicks scanned in one transaction. */
const CHUNK = 20_000;

const NAMED = DEVICE_ID_KINDS.map((kind, at) => `${kind}::text = any($${at + 3}::text[])`);

/** Ad networks pass ids on under names of their own, which are kept as they came. */
const IN_PARAMETERS = `
  visit_params is not null and exists (
    select 1 from json_each_text(visit_params::json) given
    where lower(given.value) = any($${DEVICE_ID_KINDS.length + 3}::text[]))`;

/** A click stays counted, but becomes anonymous. */
const FORGET = `
  with chunk as materialized (
    select click_id from clicks where customer_id = $1 and click_id > $2 order by click_id limit ${CHUNK}
  ), named as materialized (
    select click_id, app_id, ${DEVICE_ID_KINDS.map((kind) => `${kind}::text`).join(', ')} from clicks
    where customer_id = $1 and click_id > $2 and click_id <= (select max(click_id::text)::uuid from chunk) and (
      ${NAMED.join(' or ')} or ${IN_PARAMETERS})
    order by click_id
    for update
  ), forgotten as (
    update clicks set ${MADE_ANONYMOUS}
    where customer_id = $1 and click_id in (select click_id from named)
    returning 1
  )
  select (select max(click_id::text) from chunk) as last, (select count(*)::int from chunk) as seen,
    (select count(*)::int from forgotten) as forgotten, (select coalesce(json_agg(named), '[]') from named) as named`;

interface Forgotten {
  readonly last: string | null;
  readonly seen: number;
  readonly forgotten: number;
  readonly named: readonly IdentifiedRow[];
}

/** Makes those of the next clicks anonymous that have one of the ids. @returns them, and where to continue; null at the end. */
export async function forgetClicks(
  client: ClientBase,
  customerId: string,
  after: string,
  ids: DeviceIds,
): Promise<{ clicks: number; named: readonly IdentifiedRow[]; next: string | null }> {
  const written = listIds(ids).map((id) => id.toLowerCase());
  const values = [customerId, after, ...DEVICE_ID_KINDS.map((kind) => ids[kind]), written];
  const { rows } = await client.query<Forgotten>(FORGET, values);
  const { last, seen, forgotten, named } = rows[0] ?? { last: null, seen: 0, forgotten: 0, named: [] };
  return { clicks: forgotten, named, next: seen < CHUNK ? null : last };
}
