import { ms } from './export-table.ts';

// The columns of what people have set up, as an export shows them.

export const APPS = [
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

export const CAMPAIGNS = ['id', 'app_id', 'name', 'channel', ms('archived_at'), ms('created_at')];

// biome-ignore format: a group a line.
export const LINKS = [
  'id', 'app_id', 'campaign_id', 'domain_id', 'slug', 'fallback_url', 'android_url', 'ios_url', 'ussd_fallback', 'channel',
  'deep_link_path', 'deferred_params', 'rules', ms('expires_at'), 'expired_url', 'max_clicks', 'utm', 'tags', 'title',
  'description', 'image_url', 'active',
  ms('created_at'), ms('updated_at'),
];

// biome-ignore format: a group a line.
export const DOMAINS = [
  'id', 'host', 'is_default', 'fallback_resolver', ms('verified_at'), ms('removed_at'), ms('created_at'),
];

export const LINK_PATHS = ['domain_id', 'path', 'link_id', ms('created_at')];

export const TEAMS = ['id', 'name', 'avatar', 'is_default', ms('archived_at'), ms('created_at')];

const PERSON = (column: string) => `(select email from auth_users people where people.id = ${column})`;

export const MEMBERS = [
  'id',
  'team_id',
  'user_id',
  `${PERSON('user_id')} as email`,
  'role',
  ms('created_at', 'joined_at'),
];

export const PAYMENT_WEBHOOKS = ['id', 'app_id', 'provider', 'label', 'state', ms('created_at')];

export const AD_NETWORK_CONFIGS = [
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

export const SDK_CONFIG = [
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

export const AUDIT_LOG = [
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
export const INVITATIONS = [
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

export const KEYS = ['id', 'app_id', 'label', 'created_by', ms('created_at'), ms('revoked_at')];

export const TOKENS = [
  'id',
  'user_id',
  'label',
  'role',
  ms('created_at'),
  ms('expires_at'),
  ms('last_used_at'),
  ms('revoked_at'),
];
