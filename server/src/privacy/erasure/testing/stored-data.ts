/** What a table says of people who use an app: for whom it is written, and how it ends. */
interface StoredData {
  readonly purpose: string;
  readonly masked?: string;
  readonly kept: string;
  readonly exported: 'yes' | 'no';
  readonly erased: string;
}

const WITH_EVENTS = '`RETENTION_DAYS`, else until it is erased';
const UNTIL_ERASED = 'until it is erased';
const WITH_DEVICE = 'with the device';

/** Every table that has rows about a device or a user of an app. */
// biome-ignore format: a table a line.
export const STORED_DATA: Readonly<Record<string, StoredData>> = {
  events: { purpose: 'what the app reported, and from what device', masked: '`ip_network` /24 or /48', kept: WITH_EVENTS, exported: 'yes', erased: WITH_DEVICE },
  clicks: { purpose: 'who came by which link', masked: '`ip_network` /24 or /48', kept: '`RETENTION_DAYS`, else for good, anonymous once it is erased', exported: 'yes', erased: 'made anonymous' },
  device_ids: { purpose: 'by which ids a device is known', kept: UNTIL_ERASED, exported: 'no', erased: 'with the device; the mark of one that many phones share stays, without a device' },
  device_conflicts: { purpose: 'ids that two devices sent', kept: UNTIL_ERASED, exported: 'no', erased: WITH_DEVICE },
  device_days: { purpose: 'on which days a device was active, for retention', masked: '`device_key` is a hash of an id', kept: UNTIL_ERASED, exported: 'no', erased: WITH_DEVICE },
  device_consents: { purpose: 'what a user stated last', masked: '`device_key` is a hash of an id', kept: UNTIL_ERASED, exported: 'no', erased: 'with the device; a withdrawal that protects another stays, without by whom' },
  event_devices: { purpose: 'which devices are counted for an event and a day', masked: '`device_key` is a hash of an id', kept: UNTIL_ERASED, exported: 'no', erased: WITH_DEVICE },
  cohort_activity: { purpose: 'which days are counted for a device', kept: UNTIL_ERASED, exported: 'no', erased: WITH_DEVICE },
  installs: { purpose: 'which device installed, and when', kept: UNTIL_ERASED, exported: 'yes', erased: WITH_DEVICE },
  install_signals: { purpose: 'what fraud rules compare installs by', masked: '`ip_network` /24 or /48', kept: UNTIL_ERASED, exported: 'no', erased: WITH_DEVICE },
  attributions: { purpose: 'what an install was attributed to, and why', kept: UNTIL_ERASED, exported: 'yes', erased: WITH_DEVICE },
  named_clicks: { purpose: 'which clicks an install named', kept: UNTIL_ERASED, exported: 'no', erased: WITH_DEVICE },
  deferred_link_uses: { purpose: 'that an install has read its link', kept: UNTIL_ERASED, exported: 'no', erased: WITH_DEVICE },
  fraud_flags: { purpose: 'which rules an install broke', kept: UNTIL_ERASED, exported: 'yes', erased: WITH_DEVICE },
  fraud_reviews: { purpose: 'when an install is looked at again', kept: 'three days', exported: 'no', erased: WITH_DEVICE },
  purchases: { purpose: 'which purchases a device made', kept: UNTIL_ERASED, exported: 'no', erased: WITH_DEVICE },
  payments: { purpose: 'the books: what was paid', kept: 'for good', exported: 'yes', erased: 'made anonymous' },
  payment_payloads: { purpose: 'raw deliveries, for support', masked: 'encrypted', kept: '`PAYMENT_PAYLOAD_DAYS`', exported: 'no', erased: WITH_DEVICE },
  postbacks: { purpose: 'what ad networks are told', kept: UNTIL_ERASED, exported: 'no', erased: WITH_DEVICE },
  postback_attempts: { purpose: 'what they answered', masked: 'redacted, 1 KB at most', kept: '`POSTBACK_ATTEMPT_DAYS`', exported: 'no', erased: WITH_DEVICE },
  import_batches: { purpose: 'rows of a file that wait to be imported', masked: 'not yet: as the file has them, addresses included, in either mode', kept: 'until they are: seconds', exported: 'no', erased: 'its rows are rejected' },
  import_errors: { purpose: 'what was wrong with a row', kept: UNTIL_ERASED, exported: 'no', erased: 'the value goes' },
  event_queue: { purpose: 'events that wait for attribution', kept: 'seconds', exported: 'no', erased: WITH_DEVICE },
  erasures: { purpose: 'receipts of erasures', masked: '`ids` only until it is done, or then a hash', kept: 'for good; 30 days of an installation of which there was nothing', exported: 'no', erased: 'stays' },
  forgotten_installations: { purpose: 'whom to refuse, since they asked to be forgotten', masked: '`device_key` is a hash of an id', kept: 'for good; 30 days if there was nothing of it', exported: 'no', erased: 'stays; goes with the account' },
  forgotten_events: { purpose: 'ids of events that went, so that none counts twice', masked: 'a hash', kept: '400 days', exported: 'no', erased: 'with the account' },
};

/** Tables of an account that say nothing of a device or a user of an app: its settings, its people, sums. */
export const SAYS_NOTHING = [
  'access_tokens',
  'ad_network_configs',
  'ad_spend',
  'api_keys',
  'app_usage_months',
  'apps',
  'audit_log',
  'campaign_counts',
  'campaign_revenue_counts',
  'campaigns',
  'cohort_counts',
  'cohort_group_counts',
  'credit_queue',
  'domains',
  'event_counts',
  'event_device_counts',
  'event_kind_totals',
  'event_kinds',
  'failed_refunds',
  'forgotten_days',
  'group_value_totals',
  'group_values',
  'import_jobs',
  'install_counts',
  'install_group_counts',
  'invitations',
  'link_counts',
  'link_paths',
  'links',
  'merged_payments',
  'payment_aliases',
  'payment_webhooks',
  'postback_failures',
  'postback_queue',
  'rejected_event_counts',
  'rejected_events',
  'refund_tellings',
  'revenue_counts',
  'revenue_group_counts',
  'sdk_configs',
  'team_members',
  'teams',
  'usage_months',
  'waiting_reversals',
];
