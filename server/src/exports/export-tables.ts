import { deliveriesStatus } from '../postbacks/read/deliveries-status.ts';
import { devices } from './export-devices.ts';
import { events } from './export-events.ts';
import { type ExportTable, money, ms } from './export-table.ts';

/** Rows of a table as objects of these columns, in descending order of their key, which needs no sorting. */
function table(name: string, from: string, columns: readonly string[], key: string): ExportTable {
  return {
    name,
    source: from,
    select: (account, limit) =>
      `select row_to_json(row)::text from (
         select ${columns.join(', ')} from ${from} where customer_id = ${account} order by ${key} limit ${limit}) row`,
  };
}

const APPS = [
  'id',
  'team_id',
  'name',
  'bundle_id',
  'platform',
  'active',
  'settings',
  'revenue_source',
  'ios_bundle_id',
  'ios_team_id',
  'app_store_id',
  'app_store_provider_token',
  'ios_clipboard',
  'description',
  'image_url',
  ms('created_at'),
  ms('deleted_at'),
];

const CAMPAIGNS = ['id', 'app_id', 'name', 'channel', ms('archived_at'), ms('created_at')];

// biome-ignore format: a group a line.
const LINKS = [
  'id', 'app_id', 'campaign_id', 'domain_id', 'slug', 'fallback_url', 'android_url', 'ios_url', 'ussd_fallback', 'channel',
  'deep_link_path', 'deferred_params', 'rules', ms('expires_at'), 'expired_url', 'max_clicks', 'utm', 'tags', 'title',
  'description', 'image_url', 'active',
  ms('created_at'), ms('updated_at'),
];

// biome-ignore format: a group a line.
const DOMAINS = [
  'id', 'host', 'is_default', 'fallback_resolver', ms('verified_at'), ms('removed_at'), ms('created_at'),
];

const LINK_PATHS = ['domain_id', 'path', 'link_id', ms('created_at')];

const INSTALLS = [
  'install_id',
  'app_id',
  'device_id',
  'event_id',
  'kind',
  ms('installed_at'),
  ms('received_at'),
  'country',
];

// biome-ignore format: a group a line.
const ATTRIBUTIONS = [
  'attribution_id', 'install_id', 'app_id', ms('installed_at'), ms('decided_at'), 'model', 'channel',
  'campaign_id', 'link_id', 'click_id', 'confidence_score', 'confidence_breakdown', 'signals_used',
  'reason', 'rejected_candidates', 'consent', 'country', 'app_version', 'os_version', 'device_model',
  `coalesce(postback_status, ${deliveriesStatus('attributions')}) as postback_status`,
];

const FRAUD_FLAGS = [
  'flag_id as id',
  'install_id',
  'app_id',
  'rule',
  'rule_version',
  'score',
  'signals',
  ms('flagged_at'),
];

// biome-ignore format: a group a line.
const PAYMENTS = [
  'payment_event_id as id', 'app_id', 'provider', 'reference', 'event_type', money('amount'),
  'currency', ms('occurred_at'), ms('received_at'), 'original_id', 'device_id is not null as matched',
  'matched_by', 'device_id', 'campaign_id', 'service_click_id', 'gaid', 'android_id', 'user_id',
];

const AD_SPEND = [
  'id',
  'campaign_id',
  'day::text as date',
  'currency',
  money('amount'),
  'source',
  ms('created_at'),
  ms('updated_at'),
];

const TEAMS = ['id', 'name', 'avatar', 'is_default', ms('archived_at'), ms('created_at')];

const PERSON = (column: string) => `(select email from auth_users people where people.id = ${column})`;

const MEMBERS = [
  'id',
  'team_id',
  'user_id',
  `${PERSON('user_id')} as email`,
  'role',
  ms('created_at', 'joined_at'),
];

const PAYMENT_WEBHOOKS = ['id', 'app_id', 'provider', 'label', 'state', ms('created_at')];

const AD_NETWORK_CONFIGS = [
  'id',
  'app_id',
  'postback_format',
  'channel',
  'event_types',
  'postback_url',
  'settings',
  'label',
  'credential is not null as has_credential',
  ms('created_at'),
  ms('updated_at'),
];

const SDK_CONFIG = [
  'tracking_enabled',
  'sampling_rate',
  'wifi_only_mode',
  'batch_size',
  'flush_interval_ms',
  'suppress_on_low_battery',
  'notes',
  ms('updated_at'),
  'updated_by',
];

const AUDIT_LOG = [
  'id',
  ms('happened_at', 'at'),
  'user_id',
  'action',
  'target_type',
  'target_id',
  'ip',
  'details',
];

/** Without what proves them: the hashes of keys and tokens. */
const INVITATIONS = [
  'id',
  'team_id',
  'email',
  'role',
  'invited_by',
  ms('created_at'),
  ms('expires_at'),
  ms('accepted_at'),
  'accepted_by',
  ms('revoked_at'),
];

const KEYS = ['id', 'app_id', 'label', 'created_by', ms('created_at'), ms('revoked_at')];

const TOKENS = [
  'id',
  'user_id',
  'label',
  'role',
  ms('created_at'),
  ms('expires_at'),
  ms('last_used_at'),
  ms('revoked_at'),
];

// biome-ignore format: a group a line.
const JOBS = [
  'id', 'app_id', 'kind', 'source_platform', 'domain_id', 'column_mapping', 'not_carried_over', 'status', 'total_rows', 'processed_rows',
  'rejected_rows', 'error_count', 'failure_reason', ms('created_at'), ms('completed_at'),
  `(select coalesce(json_agg(json_build_object('row', row_number, 'column', column_name, 'reason', reason,
      'value', value) order by position), '[]')
    from import_errors errors where errors.customer_id = import_jobs.customer_id and errors.job_id = import_jobs.id)
    as errors`,
];

// biome-ignore format: a group a line.
const POSTBACKS = [
  'postback_id', 'config_id', 'postback_format', 'event_type', 'app_id', 'attribution_id', 'install_id',
  'payment_event_id', 'status', 'failure_class', ms('created_at'), ms('next_attempt_at'),
  `(select coalesce(json_agg(json_build_object('at', floor(extract(epoch from attempted_at) * 1000)::bigint,
      'http_status', http_status, 'class', class, 'response', response) order by attempt), '[]')
    from postback_attempts made
    where made.customer_id = postbacks.customer_id and made.postback_id = postbacks.postback_id) as attempts`,
];

const CLICKS = [
  'click_id',
  'app_id',
  'link_id',
  'campaign_id',
  'channel',
  'source',
  ms('clicked_at'),
  ms('recorded_at'),
  'gaid',
  'android_id',
  'idfv',
  'idfa',
  'installation_id',
  'original_click_id',
  'rule_index',
  'rule_url',
  'device_model',
  'os_name',
  'os_version',
  'language',
  'user_agent',
  'ip_network',
  'country',
  'visit_params',
  'excluded_because',
];

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
  devices,
  table('ad_spend', 'ad_spend', AD_SPEND, 'id desc'),
  table('teams', 'teams', TEAMS, 'id desc'),
  table('members', 'team_members', MEMBERS, 'id desc'),
  table('payment_webhooks', 'payment_webhooks', PAYMENT_WEBHOOKS, 'id desc'),
  table('ad_network_configs', 'ad_network_configs', AD_NETWORK_CONFIGS, 'id desc'),
  table('sdk_config', 'sdk_configs', SDK_CONFIG, 'customer_id desc'),
  table('audit_log', 'audit_log', AUDIT_LOG, 'id desc'),
  table('invitations', 'invitations', INVITATIONS, 'id desc'),
  table('keys', 'api_keys', KEYS, 'id desc'),
  table('tokens', 'access_tokens', TOKENS, 'id desc'),
  table('jobs', 'import_jobs', JOBS, 'id desc'),
  table('postbacks', 'postbacks', POSTBACKS, 'customer_id desc, postback_id desc'),
  table('domains', 'domains', DOMAINS, 'id desc'),
  table('link_paths', 'link_paths', LINK_PATHS, 'domain_id desc, path desc'),
  table('clicks', 'clicks', CLICKS, 'customer_id desc, click_id desc'),
];
