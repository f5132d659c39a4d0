import type { Events } from '@tributary/db/tables';

/** A stored event that attribution processes. Times are Unix ms. */
export interface QueuedEvent
  extends Pick<
    Events,
    | 'customer_id'
    | 'app_id'
    | 'event_id'
    | 'event_type'
    | 'sdk_version'
    | 'device_key'
    | 'installation_id'
    | 'gaid'
    | 'android_id'
    | 'idfv'
    | 'idfa'
    | 'user_id'
    | 'click_id'
    | 'campaign_id'
    | 'channel'
    | 'referrer'
    | 'referrer_click_ts'
    | 'install_begin_ts'
    | 'device_model'
    | 'os_name'
    | 'os_version'
    | 'language'
    | 'time_zone'
    | 'app_version'
    | 'fingerprint_components'
    | 'ip_network'
    | 'country'
    | 'integrity_token'
    | 'revenue'
    | 'currency'
  > {
  readonly occurred_at: number;
  readonly received_at: number;
  readonly client_timestamp: number;
  readonly sent_at: number | null;
  readonly age_ms: number | null;
  /** When the installation resolved its key, if its install proves that it did. */
  readonly key_resolved_at: number | null;
}

/** Identifies an event across all accounts. */
export type EventKey = Pick<QueuedEvent, 'customer_id' | 'app_id' | 'event_id'>;

/** The key as one text, for maps. */
export function keyOf({ customer_id, app_id, event_id }: EventKey): string {
  return `${customer_id}/${app_id}/${event_id}`;
}
