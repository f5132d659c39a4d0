import { DEVICE_DIMENSIONS } from '../../counters/dimensions.ts';
import { CLICK_ID_KINDS } from '../../platform/values/device-id-kinds.ts';
import { deliveriesStatus } from '../../postbacks/read/deliveries-status.ts';
import { money, ms } from './export-table.ts';

// The columns of what happened, as an export shows them.

export const INSTALLS = [
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
export const ATTRIBUTIONS = [
  'attribution_id', 'install_id', 'app_id', ms('installed_at'), ms('decided_at'), 'model', 'channel',
  'campaign_id', 'link_id', 'click_id', 'confidence_score', 'confidence_breakdown', 'signals_used',
  'reason', 'rejected_candidates', 'consent', ...DEVICE_DIMENSIONS,
  `coalesce(postback_status, ${deliveriesStatus('attributions')}) as postback_status`,
];

export const FRAUD_FLAGS = [
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
export const PAYMENTS = [
  'payment_event_id as id', 'app_id', 'provider', 'reference', 'event_type', money('amount'),
  'currency', ms('occurred_at'), ms('received_at'), 'original_id', 'device_id is not null as matched',
  'matched_by', 'device_id', 'campaign_id', 'service_click_id', 'gaid', 'android_id', 'user_id',
];

export const AD_SPEND = [
  'id',
  'campaign_id',
  'day::text as date',
  'currency',
  money('amount'),
  'source',
  ms('created_at'),
  ms('updated_at'),
];

// biome-ignore format: a group a line.
export const JOBS = [
  'id', 'app_id', 'kind', 'source_platform', 'domain_id', 'column_mapping', 'not_carried_over', 'status', 'total_rows', 'processed_rows',
  'rejected_rows', 'error_count', 'failure_reason', ms('created_at'), ms('completed_at'),
  `coalesce(errors, '[]') as errors`,
];

/** What is joined with jobs. Those are on one node and their errors on many, which Citus joins only as a whole. */
export const errorsOfJobs = (account: string) => `
  left join (
    select job_id, json_agg(json_build_object('row', row_number, 'column', column_name, 'reason', reason,
      'value', value) order by position) as errors
    from import_errors where customer_id = ${account} group by job_id) reported on job_id = import_jobs.id`;

// biome-ignore format: a group a line.
export const POSTBACKS = [
  'postback_id', 'config_id', 'postback_format', 'event_type', 'app_id', 'attribution_id', 'install_id',
  'payment_event_id', 'status', 'failure_class', ms('created_at'), ms('next_attempt_at'),
  `(select coalesce(json_agg(json_build_object('at', floor(extract(epoch from attempted_at) * 1000)::bigint,
      'http_status', http_status, 'class', class, 'response', response) order by attempt), '[]')
    from postback_attempts made
    where made.customer_id = postbacks.customer_id and made.postback_id = postbacks.postback_id) as attempts`,
];

export const CLICKS = [
  'click_id',
  'app_id',
  'link_id',
  'campaign_id',
  'channel',
  'source',
  ms('clicked_at'),
  ms('recorded_at'),
  ...CLICK_ID_KINDS,
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
