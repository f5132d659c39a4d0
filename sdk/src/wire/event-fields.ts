/**
 * What a field can hold: `text` without NUL and half surrogate pairs, `uuid` a UUID v4, `device_uuid` one of any version,
 * as systems make them, `ms` and `s` a time or duration from 0 to the end of the year 9999, `amount` a number of 0 or more in major units, `currency` a code of ISO 4217,
 * `digest` 64 hexadecimal characters, `properties` an object of the app's own, `consent` what the user was asked,
 * `sealed` a text that the service has encrypted and given out: one that it cannot read is ignored, and the event is still accepted.
 */
export type FieldType =
  | 'text'
  | 'uuid'
  | 'device_uuid'
  | 'ms'
  | 's'
  | 'amount'
  | 'currency'
  | 'digest'
  | 'event_type'
  | 'channel'
  | 'properties'
  | 'consent'
  | 'sealed'
  | 'fingerprint';

export interface EventFieldSpec {
  readonly type: FieldType;
  /** Of a text, in UTF-16 code units. */
  readonly length?: readonly [min: number, max: number];
  readonly required?: true;
  /** The app, as one of the properties that it gives `trackEvent`; what the SDK learns of device and user; or the SDK itself. */
  readonly setBy: 'property' | 'device' | 'sdk';
  /** What an app in strict privacy mode stores of it: all, nothing, or a query without ids of devices. */
  readonly strict: 'kept' | 'dropped' | 'cleaned';
  /** Its column in `events`, if that is not its name; null if it is only signed, or stored as something derived. */
  readonly column?: string | null;
  /** Why an account's export does not have it; what is not stored is never exported. */
  readonly notExported?: string;
  /** Whether it may identify a device or a person: it is never logged. */
  readonly personal?: true;
  /** For the reference. */
  readonly means: string;
}

/**
 * Every field of an event, the only place where they are listed: the types, the SDK's checks, the rules of ingest, the row
 * that is stored, what strict privacy mode keeps, the export, what logs leave out and the reference in docs/events.md derive
 * from it. In the order in which the database reads them.
 */
// biome-ignore format: a field a line.
export const EVENT_FIELDS = {
  customer_id: { type: 'uuid', required: true, setBy: 'sdk', strict: 'kept', notExported: 'the export is the account’s', means: 'The account, from key resolution.' },
  app_id: { type: 'uuid', required: true, setBy: 'sdk', strict: 'kept', means: 'The app, from key resolution.' },
  event_id: { type: 'text', length: [8, 128], required: true, setBy: 'sdk', strict: 'kept', means: 'An event with an id seen before is a duplicate.' },
  event_type: { type: 'event_type', required: true, setBy: 'sdk', strict: 'kept', means: 'What happened.' },
  sdk_version: { type: 'text', length: [1, 256], required: true, setBy: 'sdk', strict: 'kept', means: 'Which SDK sent it.' },
  installation_id: { type: 'uuid', setBy: 'sdk', strict: 'kept', personal: true, means: 'Made and stored by the SDK; removing the app ends it.' },
  gaid: { type: 'text', length: [0, 256], setBy: 'device', strict: 'dropped', personal: true, means: 'The advertising id.' },
  android_id: { type: 'text', length: [0, 256], setBy: 'device', strict: 'dropped', personal: true, means: 'The Android id.' },
  idfv: { type: 'device_uuid', setBy: 'sdk', strict: 'dropped', personal: true, means: 'The id that iOS gives a vendor’s apps on a device.' },
  idfa: { type: 'device_uuid', setBy: 'sdk', strict: 'dropped', personal: true, means: 'The advertising id of iOS, where the user has allowed tracking.' },
  user_id: { type: 'text', length: [0, 512], setBy: 'device', strict: 'kept', personal: true, means: 'The app’s own name of the user, from `identify`.' },
  click_id: { type: 'uuid', setBy: 'property', strict: 'kept', means: 'The click that led to the event.' },
  campaign_id: { type: 'uuid', setBy: 'property', strict: 'kept', means: 'The campaign of a click that the app reports.' },
  channel: { type: 'channel', setBy: 'property', strict: 'kept', means: 'The channel of a click that the app reports.' },
  referrer: { type: 'text', length: [0, 8192], setBy: 'property', strict: 'cleaned', means: 'The store’s install referrer, or the source URL.' },
  device_model: { type: 'text', length: [0, 512], setBy: 'device', strict: 'kept', means: 'The model, as `SM-A155F`.' },
  os_name: { type: 'text', length: [0, 512], setBy: 'device', strict: 'kept', means: 'The operating system, as `Android`.' },
  os_version: { type: 'text', length: [0, 512], setBy: 'device', strict: 'kept', means: 'Its version.' },
  app_version: { type: 'text', length: [0, 512], setBy: 'device', strict: 'kept', means: 'The app’s version.' },
  screen_resolution: { type: 'text', length: [0, 512], setBy: 'device', strict: 'kept', means: 'Width and height in pixels, as `1080x2340`.' },
  language: { type: 'text', length: [0, 35], setBy: 'device', strict: 'kept', means: 'The user’s first language, a tag of BCP 47 as `de-AT`.' },
  time_zone: { type: 'text', length: [0, 64], setBy: 'device', strict: 'kept', means: 'The device’s zone by its IANA name, as `Africa/Lagos`.' },
  revenue: { type: 'amount', setBy: 'property', strict: 'kept', means: 'What the user paid.' },
  currency: { type: 'currency', setBy: 'property', strict: 'kept', means: 'Of the revenue.' },
  custom_event_name: { type: 'text', length: [0, 512], setBy: 'property', strict: 'kept', means: 'The app’s name of a `custom` event.' },
  integrity_token: { type: 'text', length: [0, 32_768], setBy: 'device', strict: 'kept', notExported: 'a secret of the device', personal: true, means: 'Of the store’s integrity service, from `setIntegrityToken`.' },
  push_token: { type: 'text', length: [0, 8192], setBy: 'device', strict: 'kept', notExported: 'a secret of the device', personal: true, means: 'Of the push service.' },
  timestamp: { type: 'ms', required: true, setBy: 'sdk', strict: 'kept', column: 'client_timestamp', means: 'When it happened, by the device’s clock.' },
  sent_at: { type: 'ms', setBy: 'sdk', strict: 'kept', means: 'When it was signed, by the device’s clock; within ten minutes of the server’s.' },
  age_ms: { type: 'ms', setBy: 'sdk', strict: 'kept', means: 'How long before sending it happened, by the monotonic clock.' },
  referrer_click_ts: { type: 's', setBy: 'property', strict: 'kept', means: 'When the click happened, from the store.' },
  install_begin_ts: { type: 's', setBy: 'property', strict: 'kept', means: 'When the store began the install.' },
  event_properties: { type: 'properties', setBy: 'sdk', strict: 'kept', means: 'What else the app gave; must not contain sensitive personal data.' },
  consent: { type: 'consent', setBy: 'sdk', strict: 'kept', means: 'What the user agreed to, from `setConsent`. A member left out is not stated; of a wrong one, only that member is lost.' },
  device_fingerprint_components: { type: 'fingerprint', setBy: 'sdk', strict: 'dropped', column: null, means: 'What distinguishes the device from others; the server adds the masked network.' },
  network_token: { type: 'sealed', length: [0, 300], setBy: 'sdk', strict: 'kept', column: null, personal: true, means: 'Of an install: what key resolution gave at the first start, which says from which network that was. One that is not valid says nothing.' },
  signature: { type: 'digest', required: true, setBy: 'sdk', strict: 'kept', column: null, personal: true, means: 'HMAC-SHA256 over the other fields, in their canonical form.' },
} as const satisfies Record<string, EventFieldSpec>;

export type EventFieldName = keyof typeof EVENT_FIELDS;
