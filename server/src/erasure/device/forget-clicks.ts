import type { ClientBase } from 'pg';
import { DEVICE_ID_KINDS } from '../../values/device-id-kinds.ts';
import type { DeviceIds } from '../erasure.ts';
import type { IdentifiedRow } from './find-device-ids.ts';

/** Clicks scanned in one transaction. */
const CHUNK = 20_000;

const NAMED = DEVICE_ID_KINDS.map((kind, at) => `${kind}::text = any($${at + 3}::text[])`);

/** A click stays counted, but becomes anonymous. */
const FORGET = `
  with chunk as materialized (
    select click_id from clicks where customer_id = $1 and click_id > $2 order by click_id limit ${CHUNK}
  ), named as materialized (
    select click_id, app_id, ${DEVICE_ID_KINDS.map((kind) => `${kind}::text`).join(', ')} from clicks
    where customer_id = $1 and click_id > $2 and click_id <= (select max(click_id::text)::uuid from chunk) and (
      ${NAMED.join(' or ')})
    order by click_id
    for update
  ), forgotten as (
    update clicks set ${DEVICE_ID_KINDS.map((kind) => `${kind} = null`).join(', ')}, ip_network = null, user_agent = null,
      visit_params = null
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
  const values = [customerId, after, ...DEVICE_ID_KINDS.map((kind) => ids[kind])];
  const { rows } = await client.query<Forgotten>(FORGET, values);
  const { last, seen, forgotten, named } = rows[0] ?? { last: null, seen: 0, forgotten: 0, named: [] };
  return { clicks: forgotten, named, next: seen < CHUNK ? null : last };
}
