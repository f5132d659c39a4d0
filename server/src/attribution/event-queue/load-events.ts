import type { Pool, PoolClient } from 'pg';
import { queryGiven } from '../../platform/store/query-given.ts';
import type { EventKey, QueuedEvent } from './queued-event.ts';

const LOAD = `
  select events.customer_id, events.app_id, events.event_id, event_type, sdk_version,
    round(extract(epoch from occurred_at) * 1000)::float8 as occurred_at,
    round(extract(epoch from received_at) * 1000)::float8 as received_at,
    device_key, installation_id, gaid, android_id, idfv, idfa, user_id, click_id, campaign_id, channel,
    referrer,
    referrer_click_ts, install_begin_ts, device_model, os_name, os_version, app_version, language, time_zone,
    fingerprint_components, ip_network, country,
    round(extract(epoch from key_resolved_at) * 1000)::float8 as key_resolved_at, integrity_token, client_timestamp::float8, sent_at::float8, age_ms::float8, revenue, currency
  from json_to_recordset($1::json) as given (customer_id uuid, app_id uuid, event_id text)
  join events on events.customer_id = given.customer_id and events.app_id = given.app_id
    and events.event_id = given.event_id
  order by events.occurred_at, events.event_id`;

/** Reads events, of each account the earliest first, so that the first of several from one device in a batch is decided first. */
export async function loadEvents(
  client: Pool | PoolClient,
  keys: readonly EventKey[],
): Promise<QueuedEvent[]> {
  return queryGiven<QueuedEvent>(client, { name: 'load-events', text: LOAD }, keys);
}
