/** Kinds of device events that ingest takes (contract: "Event (ingest input)"). */
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

/** Channels that an event may name (contract: "Event (ingest input)"). */
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

/** What a device knows that helps to tell it from others; the server adds the masked IP address. */
export interface FingerprintComponents {
  user_agent: string;
  device_model: string;
  os_version: string;
  screen_resolution?: string;
}

/** An event as it is signed: every member of `DeviceEvent` but the signature itself. */
export interface UnsignedEvent {
  event_type: EventType;
  /** Unix ms on the device's clock, when the event happened. */
  timestamp: number;
  /** UUID v4, from key resolution. */
  customer_id: string;
  /** UUID v4, from key resolution. */
  app_id: string;
  /** 8 to 128 characters; a value seen before is deduplicated. */
  event_id: string;
  sdk_version: string;
  /** Unix ms when the event was signed; within 10 minutes of the server's clock. */
  sent_at?: number;
  /** How long ago the event happened, in ms, by the device's monotonic clock. */
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
  /** Free-form; must hold no sensitive personal data. */
  event_properties?: Record<string, unknown>;
  /** Major units, 0 or more. */
  revenue?: number;
  /** ISO 4217. */
  currency?: string;
  custom_event_name?: string;
  user_id?: string;
  integrity_token?: string;
  push_token?: string;
  /** Unix seconds of the click, as the store's referrer tells it. */
  referrer_click_ts?: number;
  /** Unix seconds when the store began the install. */
  install_begin_ts?: number;
  /** UUID v4 that the SDK keeps in its own storage. */
  installation_id?: string;
}

/** An event as ingest takes it (contract: "Event (ingest input)"). */
export interface DeviceEvent extends UnsignedEvent {
  /** HMAC-SHA256 of the canonical form, 64 hex characters. */
  signature: string;
}
