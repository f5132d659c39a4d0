import type { ClientBase } from 'pg';
import type { DeviceIds } from '../erasure.ts';

/** Clicks scanned in one transaction. */
const CHUNK = 20_000;

/** A click stays counted, but becomes anonymous. */
const FORGET = `
  with chunk as materialized (
    select click_id from clicks where customer_id = $1 and click_id > $2 order by click_id limit ${CHUNK}
  ), forgotten as (
    update clicks set gaid = null, android_id = null, installation_id = null, ip_network = null, user_agent = null,
      visit_params = null
    where customer_id = $1 and click_id > $2 and click_id <= (select max(click_id::text)::uuid from chunk) and (
      installation_id::text = any($3::text[]) or android_id = any($4::text[]) or gaid = any($5::text[]))
    returning 1
  )
  select (select max(click_id::text) from chunk) as last, (select count(*)::int from chunk) as seen,
    (select count(*)::int from forgotten) as forgotten`;

interface Forgotten {
  readonly last: string | null;
  readonly seen: number;
  readonly forgotten: number;
}

/** Makes those of the next clicks anonymous that have one of the ids. @returns where to continue; null at the end. */
export async function forgetClicks(
  client: ClientBase,
  customerId: string,
  after: string,
  { installation_id, android_id, gaid }: DeviceIds,
): Promise<{ clicks: number; next: string | null }> {
  const values = [customerId, after, installation_id, android_id, gaid];
  const { rows } = await client.query<Forgotten>(FORGET, values);
  const { last, seen, forgotten } = rows[0] ?? { last: null, seen: 0, forgotten: 0 };
  return { clicks: forgotten, next: seen < CHUNK ? null : last };
}
