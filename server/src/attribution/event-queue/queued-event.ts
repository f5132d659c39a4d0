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

/** A row of `event_queue` that the caller's transaction has locked. */
export interface ClaimedEvent extends EventKey {
  /** Unix ms: when it came or, of one that was put off, until when. May be infinite. */
  readonly due_at: number;
}

/** The order of arrival; what came in one request is in the order in which it happened. */
export function byArrival(
  one: Pick<QueuedEvent, 'received_at' | 'occurred_at' | 'event_id'>,
  other: Pick<QueuedEvent, 'received_at' | 'occurred_at' | 'event_id'>,
): number {
  const order = one.received_at - other.received_at || one.occurred_at - other.occurred_at;
  return order || (one.event_id < other.event_id ? -1 : 1);
}

/** The key as one text, for maps. */
export function keyOf({ customer_id, app_id, event_id }: EventKey): string {
  return `${customer_id}/${app_id}/${event_id}`;
}
