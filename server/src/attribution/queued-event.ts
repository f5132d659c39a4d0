/** An event that attribution has work with, as it was stored. Times are Unix ms. */
export interface QueuedEvent {
  readonly customer_id: string;
  readonly app_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly occurred_at: number;
  readonly received_at: number;
  readonly device_key: string | null;
  readonly installation_id: string | null;
  readonly gaid: string | null;
  readonly android_id: string | null;
  readonly user_id: string | null;
  readonly click_id: string | null;
  readonly campaign_id: string | null;
  readonly channel: string | null;
  readonly referrer: string | null;
  /** Unix seconds, as the store tells them. */
  readonly referrer_click_ts: string | null;
  readonly install_begin_ts: string | null;
  readonly device_model: string | null;
  readonly os_name: string | null;
  readonly os_version: string | null;
  /** JSON text, as the client wrote it. */
  readonly fingerprint_components: string | null;
  readonly ip_network: string | null;
  readonly has_integrity_token: boolean;
}

/** What names an event in the whole service. */
export type EventKey = Pick<QueuedEvent, 'customer_id' | 'app_id' | 'event_id'>;

export function keyOf({ customer_id, app_id, event_id }: EventKey): string {
  return `${customer_id}/${app_id}/${event_id}`;
}
