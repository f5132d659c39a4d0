import type { PoolClient } from 'pg';
import type { ClickRecord } from './click-record.ts';

/** Columns of clicks with their types on the way in, in order. */
const COLUMNS = {
  customer_id: 'uuid',
  click_id: 'uuid',
  app_id: 'uuid',
  link_id: 'uuid',
  campaign_id: 'uuid',
  channel: 'text',
  source: 'text',
  clicked_at: 'bigint',
  recorded_at: 'bigint',
  gaid: 'text',
  android_id: 'text',
  ip_network: 'cidr',
  user_agent: 'text',
  device_model: 'text',
  os_name: 'text',
  os_version: 'text',
  language: 'text',
  visit_params: 'text',
  excluded_because: 'text',
  original_click_id: 'uuid',
} as const satisfies Record<keyof ClickRecord, string>;

const NAMES = Object.keys(COLUMNS) as (keyof ClickRecord)[];
/** Every name travels with every click: short ones make half of the text. */
const SHORT = NAMES.map((name, index) => [name, String.fromCharCode('a'.charCodeAt(0) + index)] as const);
const value = ([name, short]: (typeof SHORT)[number]) =>
  COLUMNS[name] === 'bigint' ? `to_timestamp(${short} / 1000.0)` : short;

/** As a rule all clicks are new, and one number says so; only otherwise the ids of the new ones are told. */
const INSERT_CLICKS = `
  with inserted as (
    insert into clicks (${NAMES.join(', ')})
    select ${SHORT.map(value).join(', ')}
    from json_to_recordset($1::json)
      as given (${SHORT.map(([name, short]) => `${short} ${COLUMNS[name]}`).join(', ')})
    order by a, b
    on conflict (customer_id, click_id) do nothing
    returning click_id)
  select case when count(*) < $2::int then coalesce(json_agg(click_id), '[]') end as click_ids from inserted`;

/** Stores clicks, once each by their id, and answers with those that were new. */
export async function insertClicks(
  client: PoolClient,
  clicks: readonly ClickRecord[],
): Promise<readonly ClickRecord[]> {
  if (clicks.length === 0) return [];
  const { rows } = await client.query<{ click_ids: string[] | null }>({
    name: 'insert-clicks',
    text: INSERT_CLICKS,
    values: [JSON.stringify(clicks.map(toShort)), clicks.length],
  });
  const clickIds = rows[0]?.click_ids;
  if (clickIds == null) return clicks;
  const inserted = new Set(clickIds);
  return clicks.filter((click) => inserted.delete(click.click_id));
}

function toShort(click: ClickRecord): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, short] of SHORT) if (click[name] !== null) named[short] = click[name];
  return named;
}
