/** Characters; a cursor's own are fewer. */
export const MAX_CURSOR = 200;

/** Where a page of a list ended: the last row's time, as the list writes it, and its id. */
export interface CursorPlace {
  readonly at: string;
  readonly id: string;
}

/** The cursor that asks for what comes after a place of a list. Opaque to callers, and good for that list alone. */
export function toCursor(list: string, { at, id }: CursorPlace): string {
  return Buffer.from(`${list} ${at} ${id}`).toString('base64url');
}

/** The place in a cursor of that list, unchecked; undefined if it is none of that list's. */
export function readCursor(list: string, cursor: string): CursorPlace | undefined {
  const [name, at, id, ...more] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (name !== list || at === undefined || id === undefined || more.length > 0) return undefined;
  return { at, id };
}
