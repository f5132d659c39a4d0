import { CHANNELS, type DeviceEvent, EVENT_TYPES } from '@tributary/sdk/wire/event';
import { isCurrencyCode } from '../../money/is-currency-code.ts';

/** The rule for one named field of an event. */
export interface FieldRule {
  readonly required: boolean;
  /** Completes a sentence that starts with the field's name. */
  readonly says: string;
  fits(value: unknown): boolean;
}

/** The last millisecond of the year 9999: no client's time is later, and every database can store it. */
const LATEST_MS = 253_402_300_799_999;
const MAX_REVENUE = 1e15;

/**
 * Every named field of an event and its rule. If clients may send any length, the limit is far above what the field is
 * for; it keeps one event from filling an index page.
 */
export const EVENT_FIELD_RULES = {
  event_type: required(oneOf(EVENT_TYPES)),
  timestamp: required(integer(LATEST_MS)),
  customer_id: required(uuidV4()),
  app_id: required(uuidV4()),
  event_id: required(text(8, 128)),
  sdk_version: required(text(1, 256)),
  signature: required({ says: 'must be exactly 64 hex characters', fits: isHexDigest }),
  sent_at: optional(integer(LATEST_MS)),
  age_ms: optional(integer(LATEST_MS)),
  gaid: optional(text(0, 256)),
  android_id: optional(text(0, 256)),
  installation_id: optional(uuidV4()),
  user_id: optional(text(0, 512)),
  device_fingerprint_components: optional(fingerprintComponents()),
  click_id: optional(uuidV4()),
  campaign_id: optional(uuidV4()),
  channel: optional(oneOf(CHANNELS)),
  referrer: optional(text(0, 8192)),
  referrer_click_ts: optional(integer(LATEST_MS / 1000)),
  install_begin_ts: optional(integer(LATEST_MS / 1000)),
  device_model: optional(text(0, 512)),
  os_name: optional(text(0, 512)),
  os_version: optional(text(0, 512)),
  app_version: optional(text(0, 512)),
  screen_resolution: optional(text(0, 512)),
  event_properties: optional({ says: 'must be an object', fits: isObject }),
  revenue: optional({ says: 'must be a number of 0 or more, below 1e15', fits: isRevenue }),
  currency: optional({ says: 'must be an ISO 4217 code', fits: isCurrencyCode }),
  custom_event_name: optional(text(0, 512)),
  integrity_token: optional(text(0, 32_768)),
  push_token: optional(text(0, 8192)),
} as const satisfies Record<keyof DeviceEvent, FieldRule>;

type Check = Omit<FieldRule, 'required'>;

function required(check: Check): FieldRule {
  return { required: true, ...check };
}

function optional(check: Check): FieldRule {
  return { required: false, ...check };
}

function oneOf(values: readonly string[]): Check {
  const known = new Set<unknown>(values);
  return { says: `must be one of ${values.join(', ')}`, fits: (value) => known.has(value) };
}

function integer(max: number): Check {
  const says = `must be an integer from 0 to ${Math.floor(max)}`;
  return {
    says,
    fits: (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max,
  };
}

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

function uuidV4(): Check {
  // The events of a batch share most of their ids: comparing is cheaper than parsing.
  let lastFit: unknown;
  return {
    says: 'must be a UUID v4',
    fits(value) {
      if (value === lastFit) return true;
      const fits = typeof value === 'string' && UUID_V4.test(value);
      if (fits) lastFit = value;
      return fits;
    },
  };
}

const HEX_DIGEST = /^[0-9a-f]{64}$/i;

function isHexDigest(value: unknown): boolean {
  return typeof value === 'string' && HEX_DIGEST.test(value);
}

function text(min: number, max: number): Check {
  const length = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return {
    says: `must be a string of ${length} characters, without NUL or lone surrogates`,
    fits: isText(min, max),
  };
}

/** Length in UTF-16 code units. PostgreSQL's text cannot store NUL or half a surrogate pair. */
function isText(min: number, max: number): (value: unknown) => boolean {
  return (value) =>
    typeof value === 'string' &&
    value.length >= min &&
    value.length <= max &&
    value.isWellFormed() &&
    !value.includes('\0');
}

function fingerprintComponents(): Check {
  const fits = isText(0, 2048);
  return {
    says:
      'must be an object of the strings user_agent, device_model and os_version, and optionally screen_resolution, ' +
      'each at most 2048 characters, without NUL or lone surrogates',
    fits: (value) =>
      isObject(value) &&
      fits(value.user_agent) &&
      fits(value.device_model) &&
      fits(value.os_version) &&
      (value.screen_resolution == null || fits(value.screen_resolution)),
  };
}

function isRevenue(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < MAX_REVENUE;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
