import type { PoolClient } from 'pg';
import type { ClickRecord } from './click-record.ts';

const INSERT_CLICKS = `
  insert into clicks (customer_id, click_id, app_id, link_id, campaign_id, channel, source, clicked_at, recorded_at,
    gaid, android_id, ip_network, user_agent, device_model, os_name, os_version, language, visit_params,
    excluded_because, original_click_id)
  select customer_id, click_id, app_id, link_id, campaign_id, channel, source, to_timestamp(clicked_at / 1000.0),
    to_timestamp(recorded_at / 1000.0), gaid, android_id, ip_network, user_agent, device_model, os_name, os_version,
    language, visit_params, excluded_because, original_click_id
  from json_to_recordset($1::json) as given (customer_id uuid, click_id uuid, app_id uuid, link_id uuid,
    campaign_id uuid, channel text, source text, clicked_at bigint, recorded_at bigint, gaid text, android_id text,
    ip_network cidr, user_agent text, device_model text, os_name text, os_version text, language text,
    visit_params text, excluded_because text, original_click_id uuid)
  order by customer_id, click_id
  on conflict (customer_id, click_id) do nothing
  returning customer_id, click_id`;

/** Stores clicks, once each by their id, and answers with those that were new. */
export async function insertClicks(
  client: PoolClient,
  clicks: readonly ClickRecord[],
): Promise<ClickRecord[]> {
  if (clicks.length === 0) return [];
  const { rows } = await client.query<{ click_id: string }>({
    name: 'insert-clicks',
    text: INSERT_CLICKS,
    values: [JSON.stringify(clicks)],
  });
  const inserted = new Set(rows.map((row) => row.click_id));
  return clicks.filter((click) => inserted.delete(click.click_id));
}
