import { isShallow } from '@tributary/sdk/wire/optional-fields';

/** Levels of nesting of what the service is given: more than anything has that it keeps. */
export const MAX_JSON_DEPTH = 64;

export const TOO_DEEP = `nested deeper than ${MAX_JSON_DEPTH} levels`;

/**
 * Whether a parsed value nests deeper than that. Of such a value neither Node nor PostgreSQL can be trusted to write or
 * read the text: both recurse, and their stacks end.
 */
export function isTooDeep(value: unknown): boolean {
  return !isShallow(value, MAX_JSON_DEPTH);
}

/** The characters that are repeated of a name. */
const MAX_NAME_LENGTH = 64;

/** The name of the first member of an object that nests too deep, as far as it may be repeated; undefined if none does. */
export function deepMemberOf(value: object): string | undefined {
  return Object.entries(value)
    .find(([, member]) => isTooDeep(member))?.[0]
    .slice(0, MAX_NAME_LENGTH);
}
