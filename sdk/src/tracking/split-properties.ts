import { isUuidV4 } from '../ids/is-uuid-v4.ts';
import { parseObject } from '../parse-object.ts';
import { CHANNELS, type UnsignedEvent } from '../wire/event.ts';

/** Top-level members of an event that an app passes among the properties of `trackEvent`, and their valid values. */
const TOP_LEVEL = {
  revenue: (value) => typeof value === 'number' && value >= 0 && value < 1e15,
  currency: (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
  referrer: isText,
  click_id: (value) => isText(value) && isUuidV4(value),
  campaign_id: (value) => isText(value) && isUuidV4(value),
  channel: (value) => CHANNELS.some((channel) => channel === value),
  custom_event_name: isText,
  referrer_click_ts: isSeconds,
  install_begin_ts: isSeconds,
} satisfies { [Name in keyof UnsignedEvent]?: (value: unknown) => boolean };

export interface SplitProperties {
  members: Partial<Pick<UnsignedEvent, keyof typeof TOP_LEVEL>>;
  event_properties?: Record<string, unknown>;
  /** Names of top-level members whose value is invalid. */
  invalid: string[];
}

/**
 * Separates an event's top-level members (revenue, currency, referrer, click_id and others) from the app's custom
 * properties. A value that the service would reject stays among the properties, so that a mistake costs the field and
 * not the event. The result is a copy: later changes by the app do not affect it.
 *
 * @throws TypeError for what JSON cannot represent (a cycle, a bigint)
 */
export function splitProperties(properties: object = {}): SplitProperties {
  const copy = parseObject(JSON.stringify(properties)) ?? {};
  const split: SplitProperties = { members: {}, invalid: [] };
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(copy)) {
    if (!isTopLevel(name) || value === null) rest[name] = value;
    else if (TOP_LEVEL[name](value)) Object.assign(split.members, { [name]: value });
    else {
      rest[name] = value;
      split.invalid.push(name);
    }
  }
  return Object.keys(rest).length > 0 ? { ...split, event_properties: rest } : split;
}

/** A copy of the properties, none of which moves to the top level. */
export function asEventProperties(properties: object = {}): SplitProperties {
  const copy = parseObject(JSON.stringify(properties)) ?? {};
  return { members: {}, invalid: [], ...(Object.keys(copy).length > 0 ? { event_properties: copy } : {}) };
}

function isTopLevel(name: string): name is keyof typeof TOP_LEVEL {
  return Object.hasOwn(TOP_LEVEL, name);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isSeconds(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}
