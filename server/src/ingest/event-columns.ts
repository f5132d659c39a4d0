/** Columns of `events` that hold what a member of the event says, under the member's own name. */
export const COPIED_COLUMNS = {
  customer_id: 'uuid',
  app_id: 'uuid',
  event_id: 'text',
  event_type: 'text',
  sdk_version: 'text',
  installation_id: 'uuid',
  gaid: 'text',
  android_id: 'text',
  user_id: 'text',
  click_id: 'uuid',
  campaign_id: 'uuid',
  channel: 'text',
  referrer: 'text',
  device_model: 'text',
  os_name: 'text',
  os_version: 'text',
  app_version: 'text',
  screen_resolution: 'text',
  currency: 'text',
  custom_event_name: 'text',
  integrity_token: 'text',
  push_token: 'text',
} as const;

/** Columns of `events` that are worked out. Times end in _ms: they come as Unix ms and become timestamptz. */
const DERIVED_COLUMNS = {
  occurred_at_ms: 'float8',
  received_at_ms: 'float8',
  client_timestamp: 'bigint',
  sent_at: 'bigint',
  age_ms: 'bigint',
  referrer_click_ts: 'bigint',
  install_begin_ts: 'bigint',
  device_key: 'uuid',
  fingerprint_components: 'text',
  fingerprint_hash: 'bytea',
  ip_network: 'cidr',
  event_properties: 'text',
  revenue: 'numeric',
} as const;

export type DerivedColumn = keyof typeof DERIVED_COLUMNS;

/** The members of a row's JSON and their types; one that is missing becomes null. */
export const ROW_MEMBERS: Readonly<Record<string, string>> = { ...COPIED_COLUMNS, ...DERIVED_COLUMNS };
