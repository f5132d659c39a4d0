/**
 * The tables whose rows Citus spreads over nodes, by their account. All rows of an account are on one node, in each of
 * them. Their order is that in which they are moved: those that hold the most come last, so that one which cannot be
 * moved is found early.
 */
export const DISTRIBUTED_TABLES = [
  'usage_months',
  'app_usage_months',
  'device_conflicts',
  'deferred_link_uses',
  'install_counts',
  'link_counts',
  'cohort_counts',
  'campaign_counts',
  'fraud_flags',
  'install_signals',
  'payments',
  'payment_aliases',
  'waiting_reversals',
  'refund_tellings',
  'failed_refunds',
  'merged_payments',
  'payment_payloads',
  'purchases',
  'revenue_counts',
  'campaign_revenue_counts',
  'postbacks',
  'postback_attempts',
  'import_batches',
  'import_errors',
  'rejected_events',
  'rejected_event_counts',
  'event_kinds',
  'event_kind_totals',
  'event_counts',
  'event_device_counts',
  'named_clicks',
  'forgotten_events',
  'forgotten_days',
  'forgotten_installations',
  'group_values',
  'group_value_totals',
  'install_group_counts',
  'cohort_group_counts',
  'revenue_group_counts',
  'device_consents',
  'attributions',
  'installs',
  'device_ids',
  'cohort_activity',
  'event_devices',
  'device_days',
  'clicks',
  'events',
] as const;

/**
 * Queues that ingest and workers write beside distributed tables. They stay on the coordinator, as all that is not
 * distributed, but Citus knows them: every node may write them, and their rows are committed together with those of
 * distributed tables or not at all.
 */
export const SHARED_QUEUES = [
  'event_queue',
  'activity_queue',
  'event_count_queue',
  'click_count_queue',
] as const;

/** Functions that write both, on whichever node they are called. */
export const SHARED_FUNCTIONS = [
  'store_events(json, integer, date, json, json, timestamptz)',
  'store_events_to_count(json, integer, date, json, json, timestamptz, json)',
] as const;
