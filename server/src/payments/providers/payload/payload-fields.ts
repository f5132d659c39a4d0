import { isStorableText } from '@tributary/sdk/wire/optional-fields';
import { type ExactJson, type ExactObject, JsonNumber } from '../parse-exact-json.ts';

/** A member of a payload with its path, so that a problem can name it. */
export interface Field {
  /** `data.amount`; several if any of them would have been accepted. */
  readonly path: string;
  /** Undefined if the payload has none. */
  readonly value: ExactJson | undefined;
}

/** The member at a dotted path. */
export function fieldAt(payload: ExactJson, path: string): Field {
  let value: ExactJson | undefined = payload;
  for (const name of path.split('.')) value = memberOf(value, name);
  return { path, value };
}

/** The first of these that is present: null and '' count as absent. */
export function firstField(payload: ExactJson, ...paths: readonly string[]): Field {
  for (const path of paths) {
    const field = fieldAt(payload, path);
    if (isGiven(field)) return field;
  }
  return { path: paths.join(' or '), value: undefined };
}

/** Whether a payload has the field: null and '' count as absent. */
export function isGiven({ value }: Field): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Whether the value is a JSON object. */
export function isObject(value: ExactJson | undefined): value is ExactObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}

/** The elements of a list; empty for anything else. */
export function elementsOf(value: ExactJson | undefined): readonly ExactJson[] {
  return Array.isArray(value) ? value : [];
}

/**
 * A reference, an id or a name: a string, or a whole number as written.
 *
 * @param limit UTF-16 code units, inclusive.
 * @returns undefined for anything else, and for what PostgreSQL's text cannot store (NUL, half a surrogate pair).
 */
export function readText({ value }: Field, limit = 255): string | undefined {
  const text = value instanceof JsonNumber && /^\d+$/.test(value.source) ? value.source : value;
  return isStorableText(text, limit) && text.trim() !== '' ? text : undefined;
}

/** @returns undefined if the value is not an object or has no such own member. */
function memberOf(value: ExactJson | undefined, name: string): ExactJson | undefined {
  // Own members only: a payload must not reach inherited properties.
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
