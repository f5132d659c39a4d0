/** Two hours of a service, a value a minute, in the notation of `promtool test rules`. */
type Series = Record<string, string>;

const requests = (status: number) =>
  `http_request_duration_seconds_count{job="tributary",method="POST",route="/v1/ingest",status="${status}"}`;
const events = (status: string, code: string) =>
  `tributary_ingest_events_total{job="tributary",status="${status}",code="${code}"}`;
const queue = (what: string, name: string) => `tributary_queue_${what}{job="tributary",queue="${name}"}`;

/** A service at ease: some failures, but few. */
export const HEALTHY: Series = {
  'up{job="tributary"}': '1x120',
  'tributary_database_up{job="tributary"}': '1x120',
  [requests(200)]: '0+1000x120',
  [requests(503)]: '0+2x120',
  [queue('oldest_age_seconds', 'event_queue')]: '2x120',
  [queue('oldest_age_seconds', 'fraud_reviews')]: '600x120',
  [queue('parked', 'event_queue')]: '0x120',
  [queue('deferred', 'fraud_reviews')]: '5000x120',
  'tributary_pool_connections{job="tributary",pool="work",state="waiting"}': '0x120',
  'tributary_pool_connections{job="tributary",pool="work",state="active"}': '3x120',
  'tributary_clicks_lost_total{job="tributary"}': '7x120',
  [events('accepted', '')]: '0+900x120',
  [events('rejected', 'AUTH_ERROR')]: '0+20x120',
  [events('rejected', 'QUOTA_EXCEEDED')]: '0+500x120',
  'tributary_payment_conflicts_total{job="tributary",provider="provider_a",differs="amount"}': '1x120',
  'tributary_postback_failing_configs{job="tributary",network="canonical"}': '0x120',
  'tributary_postback_attempts_total{job="tributary",network="canonical",class="transient"}': '0+5x120',
  'tributary_mails_total{job="tributary",outcome="failed"}': '3x120',
  'process_open_fds{job="tributary"}': '300x120',
  'process_max_fds{job="tributary"}': '1024x120',
};

/** Everything that can go wrong. */
export const TROUBLED: Series = {
  'up{job="tributary"}': '0x120',
  'tributary_database_up{job="tributary"}': '0x120',
  [requests(200)]: '0+1000x120',
  [requests(503)]: '0+50x120',
  [queue('oldest_age_seconds', 'event_queue')]: '400x120',
  [queue('oldest_age_seconds', 'fraud_reviews')]: '4000x120',
  [queue('parked', 'event_queue')]: '3x120',
  'tributary_pool_connections{job="tributary",pool="work",state="waiting"}': '4x120',
  'tributary_clicks_lost_total{job="tributary"}': '0+1x120',
  [events('accepted', '')]: '0+900x120',
  [events('rejected', 'AUTH_ERROR')]: '0+100x120',
  'tributary_payment_conflicts_total{job="tributary",provider="provider_a",differs="amount"}': '0+1x120',
  'tributary_postback_failing_configs{job="tributary",network="canonical"}': '1x120',
  'tributary_postback_attempts_total{job="tributary",network="canonical",class="setting"}': '0+1x120',
  'tributary_mails_total{job="tributary",outcome="failed"}': '0+1x120',
  'process_open_fds{job="tributary"}': '1000x120',
  'process_max_fds{job="tributary"}': '1024x120',
};
