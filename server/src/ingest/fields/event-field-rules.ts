import { CHANNELS, type DeviceEvent, EVENT_TYPES } from '@tributary/sdk/wire/event';
import {
  isRevenue,
  isStorableText,
  isUuidV4,
  isWholeNumber,
  LATEST_MS,
  MAX_COMPONENT_LENGTH,
  TEXT_LENGTHS,
} from '@tributary/sdk/wire/optional-fields';
import { isCurrencyCode } from '../../money/is-currency-code.ts';

/** The rule for one named field of an event. */
export interface FieldRule {
  readonly required: boolean;
  /** Completes a sentence that starts with the field's name. */
  readonly says: string;
  fits(value: unknown): boolean;
}

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
  gaid: optional(text(0, TEXT_LENGTHS.gaid)),
  android_id: optional(text(0, TEXT_LENGTHS.android_id)),
  installation_id: optional(uuidV4()),
  user_id: optional(text(0, TEXT_LENGTHS.user_id)),
  device_fingerprint_components: optional(fingerprintComponents()),
  click_id: optional(uuidV4()),
  campaign_id: optional(uuidV4()),
  channel: optional(oneOf(CHANNELS)),
  referrer: optional(text(0, TEXT_LENGTHS.referrer)),
  referrer_click_ts: optional(integer(LATEST_MS / 1000)),
  install_begin_ts: optional(integer(LATEST_MS / 1000)),
  device_model: optional(text(0, TEXT_LENGTHS.device_model)),
  os_name: optional(text(0, TEXT_LENGTHS.os_name)),
  os_version: optional(text(0, TEXT_LENGTHS.os_version)),
  app_version: optional(text(0, TEXT_LENGTHS.app_version)),
  screen_resolution: optional(text(0, TEXT_LENGTHS.screen_resolution)),
  event_properties: optional({ says: 'must be an object', fits: isObject }),
  revenue: optional({ says: 'must be a number of 0 or more, below 1e15', fits: isRevenue }),
  currency: optional({ says: 'must be an ISO 4217 code', fits: isCurrencyCode }),
  custom_event_name: optional(text(0, TEXT_LENGTHS.custom_event_name)),
  integrity_token: optional(text(0, TEXT_LENGTHS.integrity_token)),
  push_token: optional(text(0, TEXT_LENGTHS.push_token)),
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
  return { says, fits: (value) => isWholeNumber(value, max) };
}

function uuidV4(): Check {
  // The events of a batch share most of their ids: comparing is cheaper than parsing.
  let lastFit: unknown;
  return {
    says: 'must be a UUID v4',
    fits(value) {
      if (value === lastFit) return true;
      const fits = isUuidV4(value);
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
  return (value) => isStorableText(value, max) && value.length >= min;
}

function fingerprintComponents(): Check {
  const fits = isText(0, MAX_COMPONENT_LENGTH);
  return {
    says:
      'must be an object of the strings user_agent, device_model and os_version, and optionally screen_resolution, ' +
      `each at most ${MAX_COMPONENT_LENGTH} characters, without NUL or lone surrogates`,
    fits: (value) =>
      isObject(value) &&
      fits(value.user_agent) &&
      fits(value.device_model) &&
      fits(value.os_version) &&
      (value.screen_resolution == null || fits(value.screen_resolution)),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
