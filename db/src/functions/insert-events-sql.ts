/** The members of the JSON that a row is made of: the event's own, and those derived from them. */
const MEMBERS = `
  customer_id uuid, app_id uuid, event_id text, event_type text, sdk_version text, installation_id uuid, gaid text,
  android_id text, user_id text, click_id uuid, campaign_id uuid, channel text, referrer text, device_model text,
  os_name text, os_version text, app_version text, screen_resolution text, currency text, custom_event_name text,
  integrity_token text, push_token text, "timestamp" bigint, sent_at bigint, age_ms bigint, referrer_click_ts bigint,
  install_begin_ts bigint, event_properties text, revenue numeric, occurred_at_ms float8, received_at_ms float8,
  device_key uuid, fingerprint_components text, fingerprint_hash bytea, ip_network cidr`;

const SAME_NAMED = MEMBERS.split(',')
  .map((member) => member.trim().split(' ')[0] ?? '')
  .filter((name) => name !== '"timestamp"' && !name.endsWith('_ms'));

/**
 * Inserts the events of a JSON array, sorted by key like every writer of the table: two writers that insert the same
 * keys then wait for each other and never deadlock.
 *
 * @param rows an SQL expression of type json
 */
export function insertEventsSql(rows: string): string {
  return `
    insert into events (${SAME_NAMED.join(', ')}, age_ms, client_timestamp, occurred_at, received_at)
    select ${SAME_NAMED.join(', ')}, age_ms, "timestamp",
           to_timestamp(occurred_at_ms / 1000), to_timestamp(received_at_ms / 1000)
    from json_to_recordset(${rows}) as event (${MEMBERS})
    order by customer_id, app_id, event_id
    on conflict do nothing`;
}
