import type { EventFacts } from '../events/pending-event.ts';
import { toJson } from '../parsing/to-json.ts';
import type { PROPERTY_FIELDS } from '../wire/client-fields.ts';
import { isFieldValid, isShallow, MAX_DEPTH } from '../wire/optional-fields.ts';

/** Levels that are left for one property, below the event and its `event_properties`. */
const MAX_LEVELS = MAX_DEPTH - 2;

/** What becomes of an app's properties in an event. */
export type SplitProperties = Partial<Pick<EventFacts, keyof typeof PROPERTY_FIELDS | 'event_properties'>>;

/**
 * Separates an event's top-level members (revenue, currency, referrer, click_id and others) from the app's custom
 * properties. A value that the service would reject stays among the properties, and a property that JSON cannot have, that
 * throws or that is nested too deep is left out, so that a mistake costs the property and not the event. The result is a
 * copy: later changes by the app do not affect it.
 *
 * @param topLevel names that move to the top level
 * @param onInvalid called with the name of each property that is left out or stays where it does not belong
 */
export function splitProperties(
  properties: unknown,
  topLevel: readonly string[],
  onInvalid: (name: string) => void,
): SplitProperties {
  const members: Record<string, unknown> = {};
  const rest: [string, unknown][] = [];
  const attempt = (name: string, act: () => unknown) => {
    try {
      act();
    } catch {
      onInvalid(name);
    }
  };
  const take = (name: string, given: unknown) => {
    if (given === undefined) return;
    const moves = given !== null && topLevel.includes(name);
    const copy = JSON.parse(
      toJson(given, (inner, value) => {
        if (typeof value !== 'bigint') return written(value);
        // Within others it alone is left out; JSON.stringify throws for others.
        return moves ? Number(value) : inner ? void onInvalid(inner) : value;
      }),
    );
    const field = moves && toField(name, copy);
    if (moves && isFieldValid(name, field)) {
      members[name] = field;
      return;
    }
    const isShallowEnough = isShallow(copy, MAX_LEVELS);
    if (isShallowEnough) rest.push([name, copy]);
    if (moves || !isShallowEnough) onInvalid(name);
  };
  attempt('properties', () =>
    // For what their own `toJSON` makes of them, if they have one.
    toJson(properties ?? {}, (_name, root) => {
      const source = written(root);
      // A text, say, has no members.
      if (typeof source !== 'object') throw source;
      // First those that reports know, money before all, also where a class has them as getters.
      const names = new Set([...topLevel, ...Object.keys(source as object)]);
      for (const name of names) attempt(name, () => take(name, (source as Record<string, unknown>)[name]));
    }),
  );
  return { ...members, ...(rest.length > 0 && { event_properties: Object.fromEntries(rest) }) };
}

/** What is written in place of that of which JSON writes nothing. */
function written(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}

/** A value as the service takes it at the top level, where it is plain what is meant. */
function toField(name: string, value: unknown): unknown {
  if (name === 'currency') return String(value).trim().toUpperCase();
  const number = /^\s*\d*\.?\d+\s*$/.test(value as string) ? Number(value) : value;
  return isFieldValid(name, number) ? number : value;
}
