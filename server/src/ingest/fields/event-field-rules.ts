import { CHANNELS, EVENT_TYPES } from '@tributary/sdk/wire/event';
import { EVENT_FIELDS, type EventFieldName, type EventFieldSpec } from '@tributary/sdk/wire/event-fields';
import {
  isRevenue,
  isStorableText,
  isUuidV4,
  isWholeNumber,
  LATEST_MS,
  MAX_COMPONENT_LENGTH,
} from '@tributary/sdk/wire/optional-fields';
import { isUuid } from '../../platform/values/is-uuid.ts';
import { isCurrencyCode } from '../../platform/values/money/is-currency-code.ts';

/** The rule for one named field of an event. */
export interface FieldRule {
  readonly required: boolean;
  /** Completes a sentence that starts with the field's name. */
  readonly says: string;
  fits(value: unknown): boolean;
}

/**
 * Every named field of an event and its rule, as the table of fields has it. If clients may send any length, the limit is
 * far above what the field is for; it keeps one event from filling an index page.
 */
export const EVENT_FIELD_RULES = Object.fromEntries(
  Object.entries<EventFieldSpec>(EVENT_FIELDS).map(([name, spec]) => [
    name,
    { required: spec.required ?? false, ...checkOf(spec) },
  ]),
) as Readonly<Record<EventFieldName, FieldRule>>;

type Check = Omit<FieldRule, 'required'>;

function checkOf({ type, length: [min, max] = [0, 0] }: EventFieldSpec): Check {
  switch (type) {
    case 'text':
      return text(min, max);
    case 'uuid':
      return uuidV4();
    case 'device_uuid':
      return { says: 'must be a UUID', fits: isUuidOrNothing };
    case 'ms':
      return integer(LATEST_MS);
    case 's':
      return integer(LATEST_MS / 1000);
    case 'amount':
      return { says: 'must be a number of 0 or more, below 1e15', fits: isRevenue };
    case 'currency':
      return { says: 'must be an ISO 4217 code', fits: isCurrencyCode };
    case 'digest':
      return { says: 'must be exactly 64 hex characters', fits: isHexDigest };
    case 'event_type':
      return oneOf(EVENT_TYPES);
    case 'channel':
      return oneOf(CHANNELS);
    case 'properties':
      return { says: 'must be an object', fits: isObject };
    case 'consent':
      // What is wrong in it states nothing (row/consent-of.ts).
      return { says: 'may be anything', fits: () => true };
    case 'sealed':
      // One that cannot be opened is none, whatever is wrong with it.
      return { says: 'may be anything', fits: () => true };
    case 'fingerprint':
      return fingerprintComponents();
  }
}

/** Bridges to native code give an empty text for what there is not. */
function isUuidOrNothing(value: unknown): boolean {
  return typeof value === 'string' && (isUuid(value.trim()) || value.trim() === '');
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
