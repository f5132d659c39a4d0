import { moneySql } from '../money/money-sql.ts';
import { deliveriesStatus } from '../postbacks/read/deliveries-status.ts';

/** A table of an export, and how its rows are selected: one JSON text per row. */
export interface ExportTable {
  readonly name: string;
  /** The arguments are written into the text, since `copy` takes no parameters. */
  select(account: string, limit: number): string;
}

const ms = (column: string, name = column) =>
  `floor(extract(epoch from ${column}) * 1000)::bigint as ${name}`;

const money = (column: string) => `${moneySql(column, 'currency')} as ${column}`;

/** Rows of a table as objects of these columns, in descending order of their key, which needs no sorting. */
function table(name: string, from: string, columns: readonly string[], key: string): ExportTable {
  return {
    name,
    select: (account, limit) =>
      `select row_to_json(row)::text from (
         select ${columns.join(', ')} from ${from} where customer_id = ${account} order by ${key} limit ${limit}) row`,
  };
}

const APPS = [
  ...['id', 'team_id', 'name', 'bundle_id', 'platform', 'active', 'settings', 'revenue_source'],
  ...[ms('created_at'), ms('deleted_at')],
];

const CAMPAIGNS = ['id', 'app_id', 'name', 'channel', ms('archived_at'), ms('created_at')];

const LINKS = [
  ...['id', 'app_id', 'campaign_id', 'slug', 'fallback_url', 'android_url', 'ussd_fallback', 'channel'],
  ...['deep_link_path', 'deferred_params', 'active', ms('created_at'), ms('updated_at')],
];

const INSTALLS = [
  ...['install_id', 'app_id', 'device_id', 'event_id', 'kind', ms('installed_at'), ms('received_at')],
];

const ATTRIBUTIONS = [
  ...['attribution_id', 'install_id', 'app_id', ms('installed_at'), ms('decided_at'), 'model', 'channel'],
  ...['campaign_id', 'link_id', 'click_id', 'confidence_score', 'confidence_breakdown', 'signals_used'],
  ...['reason', 'rejected_candidates'],
  `coalesce(postback_status, ${deliveriesStatus('attributions')}) as postback_status`,
];

/** Without the tokens of push providers and integrity services, which are the device's secrets. */
const EVENTS = [
  ...[
    'event_id',
    'app_id',
    'event_type',
    ms('occurred_at'),
    ms('received_at'),
    'client_timestamp as timestamp',
  ],
  ...['sent_at', 'age_ms', 'sdk_version', 'installation_id', 'gaid', 'android_id', 'user_id', 'click_id'],
  ...[
    'campaign_id',
    'channel',
    'referrer',
    'referrer_click_ts',
    'install_begin_ts',
    'device_model',
    'os_name',
  ],
  ...['os_version', 'app_version', 'screen_resolution', 'ip_network', money('revenue')],
  ...['currency', 'custom_event_name'],
];

const FRAUD_FLAGS = [
  ...['flag_id as id', 'install_id', 'app_id', 'rule', 'rule_version', 'score', 'signals', ms('flagged_at')],
];

const PAYMENTS = [
  ...['payment_event_id as id', 'app_id', 'provider', 'reference', 'event_type', money('amount')],
  ...['currency', ms('occurred_at'), ms('received_at'), 'original_id', 'device_id is not null as matched'],
  ...['matched_by', 'device_id', 'campaign_id', 'service_click_id', 'gaid', 'android_id', 'user_id'],
];

/** JSON from clients is kept unchanged, but on one line; a line break in it can only be white space. */
const asWritten = (column: string) => `coalesce(translate(${column}, E'\\n\\r', '  '), 'null')`;

const events: ExportTable = {
  name: 'events',
  select: (account, limit) =>
    `select left(row_to_json(row)::text, -1)
       || ',"device_fingerprint_components":' || ${asWritten('components')}
       || ',"event_properties":' || ${asWritten('properties')} || '}'
     from (
       select ${EVENTS.join(', ')}, fingerprint_components, event_properties from events
       where customer_id = ${account} order by customer_id desc, app_id desc, events.event_id desc limit ${limit}
     ) source
     cross join lateral (select fingerprint_components as components, event_properties as properties) raw
     cross join lateral (select ${EVENTS.map(nameOf).join(', ')}) row`,
};

/** The name that a column is selected under. */
function nameOf(column: string): string {
  return `source.${column.split(' as ').at(-1)}`;
}

/** Every table of an export, in the order in which the document has them. */
export const EXPORT_TABLES: readonly ExportTable[] = [
  table('apps', 'apps', APPS, 'id desc'),
  table('campaigns', 'campaigns', CAMPAIGNS, 'id desc'),
  table('links', 'links', LINKS, 'id desc'),
  table('installs', 'installs', INSTALLS, 'customer_id desc, install_id desc'),
  table('attributions', 'attributions', ATTRIBUTIONS, 'customer_id desc, attribution_id desc'),
  events,
  table(
    'fraud_flags',
    'fraud_flags',
    FRAUD_FLAGS,
    'customer_id desc, install_id desc, fraud_flags.rule desc',
  ),
  table('payments', 'payments', PAYMENTS, 'customer_id desc, payment_event_id desc'),
];
