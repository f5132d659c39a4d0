import type { EventFacts } from '../events/pending-event.ts';
import { parseObject } from '../parsing/parse-object.ts';
import type { PROPERTY_FIELDS } from '../wire/client-fields.ts';
import { isFieldValid, isShallow, MAX_DEPTH } from '../wire/optional-fields.ts';

/** Levels that are left for one property, below the event and its `event_properties`. */
const MAX_LEVELS = MAX_DEPTH - 2;

/** What becomes of an app's properties in an event. */
export type SplitProperties = Partial<Pick<EventFacts, keyof typeof PROPERTY_FIELDS | 'event_properties'>>;

/**
 * Separates an event's top-level members (revenue, currency, referrer, click_id and others) from the app's custom
 * properties. A value that the service would reject stays among the properties, and a property that is nested too deep
 * is left out, so that a mistake costs the field and not the event. The result is a copy: later changes by the app do
 * not affect it.
 *
 * @param topLevel names that move to the top level
 * @param onInvalid called with the name of each property whose value is invalid
 * @throws TypeError for what JSON cannot represent (a cycle, a bigint)
 */
export function splitProperties(
  properties: object | undefined,
  topLevel: readonly string[],
  onInvalid: (name: string) => void,
): SplitProperties {
  const copy = parseObject(JSON.stringify(properties ?? {})) ?? {};
  const members: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(copy)) {
    const moves = value !== null && topLevel.includes(name);
    const isShallowEnough = isShallow(value, MAX_LEVELS);
    const isValid = moves ? isFieldValid(name, value) : isShallowEnough;
    if (!isValid) onInvalid(name);
    if (moves && isValid) members[name] = value;
    else if (isShallowEnough) rest[name] = value;
  }
  return { ...members, ...(Object.keys(rest).length > 0 && { event_properties: rest }) };
}
