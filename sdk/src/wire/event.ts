import type { ConsentStatement } from './consent.ts';
import type { EVENT_FIELDS, EventFieldName, FieldType } from './event-fields.ts';

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

type ValueOf<Type extends FieldType> = Type extends 'ms' | 's' | 'amount'
  ? number
  : Type extends 'event_type'
    ? EventType
    : Type extends 'channel'
      ? Channel
      : Type extends 'properties'
        ? Record<string, unknown>
        : Type extends 'consent'
          ? ConsentStatement
          : Type extends 'sealed'
            ? unknown
            : Type extends 'fingerprint'
              ? FingerprintComponents
              : string;

type Fields = typeof EVENT_FIELDS;
type NameWhere<Condition> = {
  [Name in EventFieldName]: Fields[Name] extends Condition ? Name : never;
}[EventFieldName];

/** The members of an event, as the table has them. */
type EventMembers = {
  [Name in NameWhere<{ required: true }>]: ValueOf<Fields[Name]['type']>;
} & {
  [Name in Exclude<EventFieldName, NameWhere<{ required: true }>>]?: ValueOf<Fields[Name]['type']>;
};

/** An event as ingest accepts it; its members are those of `EVENT_FIELDS`. */
export interface DeviceEvent extends EventMembers {}

/** An event as it is signed. */
export interface UnsignedEvent extends Omit<DeviceEvent, 'signature'> {}
