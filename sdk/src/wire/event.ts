/** The event types that ingest accepts. */
export const EVENT_TYPES = [
  'click',
  'install',
  'open',
  'session_start',
  'session_end',
  'purchase',
  'custom',
  're_engagement',
  'uninstall',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The channels that an event may name. */
export const CHANNELS = [
  'messaging_app',
  'ussd',
  'qr_code',
  'influencer',
  'social_a',
  'search_ads',
  'social_b',
  'social_c',
  'sms',
  'email',
  'organic',
  'push_notification',
  'referral',
  'unknown',
] as const;

export type Channel = (typeof CHANNELS)[number];

/** Device properties that help to distinguish it from others; the server adds the masked IP address. */
export interface FingerprintComponents {
  user_agent: string;
  device_model: string;
  os_version: string;
  screen_resolution?: string;
}

/** An event as it is signed: every member of `DeviceEvent` except the signature itself. */
export interface UnsignedEvent {
  event_type: EventType;
  /** When the event happened, Unix ms on the device's clock. */
  timestamp: number;
  /** UUID v4, from key resolution. */
  customer_id: string;
  /** UUID v4, from key resolution. */
  app_id: string;
  /** 8 to 128 characters; an event with an id seen before is deduplicated. */
  event_id: string;
  sdk_version: string;
  /** When the event was signed, Unix ms; must be within 10 minutes of the server's clock. */
  sent_at?: number;
  /** How long before sending the event happened, in ms, by the device's monotonic clock. */
  age_ms?: number;
  gaid?: string;
  android_id?: string;
  device_fingerprint_components?: FingerprintComponents;
  click_id?: string;
  campaign_id?: string;
  channel?: Channel;
  /** The store's install referrer or the source URL. */
  referrer?: string;
  device_model?: string;
  os_name?: string;
  os_version?: string;
  app_version?: string;
  screen_resolution?: string;
  /** Free-form; must not contain sensitive personal data. */
  event_properties?: Record<string, unknown>;
  /** Major units, 0 or more. */
  revenue?: number;
  /** ISO 4217. */
  currency?: string;
  custom_event_name?: string;
  user_id?: string;
  integrity_token?: string;
  push_token?: string;
  /** When the click happened, Unix s, from the store's referrer. */
  referrer_click_ts?: number;
  /** When the store began the install, Unix s. */
  install_begin_ts?: number;
  /** A UUID v4 that the SDK creates and stores. */
  installation_id?: string;
}

/** An event as ingest accepts it. */
export interface DeviceEvent extends UnsignedEvent {
  /** HMAC-SHA256 of the canonical form, 64 hex characters. */
  signature: string;
}
