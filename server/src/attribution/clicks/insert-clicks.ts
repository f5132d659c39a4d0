import type { PoolClient } from 'pg';
import type { ClickRecord } from './click-record.ts';

/** The columns of clicks with their input types, in order. */
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
  installation_id: 'uuid',
  ip_network: 'cidr',
  country: 'text',
  user_agent: 'text',
  device_model: 'text',
  os_name: 'text',
  os_version: 'text',
  language: 'text',
  visit_params: 'text',
  excluded_because: 'text',
  original_click_id: 'uuid',
  rule_index: 'int',
  rule_url: 'text',
  idfv: 'text',
  idfa: 'text',
  code_hash: 'bytea',
} as const satisfies Record<keyof ClickRecord, string>;

const NAMES = Object.keys(COLUMNS) as (keyof ClickRecord)[];
/** Every click repeats every name: with long ones they would be half of the text. */
const SHORT = NAMES.map((name, index) => [name, letters(index)] as const);
const value = ([name, short]: (typeof SHORT)[number]) =>
  COLUMNS[name] === 'bigint' ? `to_timestamp(${short} / 1000.0)` : short;

/** a, b, ... z, za, zb, ... */
function letters(index: number): string {
  return index < 26 ? String.fromCharCode('a'.charCodeAt(0) + index) : `z${letters(index - 26)}`;
}

/** Inserts the clicks in $1, as written by clicksText; a click id is stored only once. */
export const INSERT_CLICKS = `
  insert into clicks (${NAMES.join(', ')})
  select ${SHORT.map(value).join(', ')}
  from json_to_recordset($1::json)
    as given (${SHORT.map(([name, short]) => `${short} ${COLUMNS[name]}`).join(', ')})
  order by a, b
  on conflict (customer_id, click_id) do nothing`;

/** Stores clicks; a click id is stored only once. */
export async function insertClicks(client: PoolClient, clicks: readonly ClickRecord[]): Promise<void> {
  if (clicks.length === 0) return;
  await client.query({ name: 'insert-clicks', text: INSERT_CLICKS, values: [clicksText(clicks)] });
}

/** Clicks as the statement takes them: JSON with short names, without what is null. */
export function clicksText(clicks: readonly ClickRecord[]): string {
  return JSON.stringify(clicks.map(toShort));
}

function toShort(click: ClickRecord): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, short] of SHORT) if (click[name] !== null) named[short] = click[name];
  return named;
}
