// Written by `npm run client-fields -w sdk` from event-fields.ts.

/** What an app gives among the properties of `trackEvent`, and what it can be: so long a text, or a type of event-fields.ts. */
export const PROPERTY_FIELDS = {
  revenue: 'amount',
  currency: 3,
  click_id: 'uuid',
  campaign_id: 'uuid',
  channel: 17,
  referrer: 8192,
  custom_event_name: 512,
  referrer_click_ts: 's',
  install_begin_ts: 's',
} as const;

/** The same of all fields that the SDK does not make itself. */
export const CLIENT_FIELDS = {
  ...PROPERTY_FIELDS,
  gaid: 256,
  android_id: 256,
  user_id: 512,
  device_model: 512,
  os_name: 512,
  os_version: 512,
  app_version: 512,
  screen_resolution: 512,
  language: 35,
  time_zone: 64,
  integrity_token: 32768,
  push_token: 8192,
} as const;

/**
 * The properties of an event that move to its top level, so that reports know them; an app adds its own beside them. Where
 * one is null or undefined, the event has none.
 */
export interface ReportedProperties {
  /** What the user paid. Major units, 0 or more. */
  revenue?: number | null | undefined;
  /** Of the revenue. ISO 4217. */
  currency?: string | null | undefined;
  /** The click that led to the event. UUID v4. */
  click_id?: string | null | undefined;
  /** The campaign of a click that the app reports. UUID v4. */
  campaign_id?: string | null | undefined;
  /** The channel of a click that the app reports. */
  channel?: string | null | undefined;
  /** The store’s install referrer, or the source URL. */
  referrer?: string | null | undefined;
  /** The app’s name of a `custom` event. */
  custom_event_name?: string | null | undefined;
  /** When the click happened, from the store. Unix s. */
  referrer_click_ts?: number | null | undefined;
  /** When the store began the install. Unix s. */
  install_begin_ts?: number | null | undefined;
}
