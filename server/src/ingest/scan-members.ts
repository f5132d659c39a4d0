import { type JsonCursor, withoutSpace } from './json-cursor.ts';

/** One top-level member of an event, as its client wrote it but for insignificant white space. */
export interface RawMember {
  /** The name that the text spells, escapes resolved. */
  readonly name: string;
  /** `"name":value` */
  readonly text: string;
  /** Where the value begins in `text`. */
  readonly valueAt: number;
}

/** Reads the members of the object at the cursor and leaves the cursor after it. Duplicates are kept. */
export function scanMembers(cursor: JsonCursor): RawMember[] {
  const members: RawMember[] = [];
  cursor.eachItem(() => members.push(scanMember(cursor)));
  return members;
}

/** The name of the member at the cursor, which is left at the member's value. */
export function scanName(cursor: JsonCursor): string {
  const start = cursor.at;
  cursor.skipString();
  const key = cursor.text.slice(start, cursor.at);
  skipColon(cursor);
  return nameOf(key);
}

/** The members in the order of their names' UTF-16 code units; duplicates stay in the order they came in. */
export function sortMembers(members: RawMember[]): RawMember[] {
  // Many clients send what they signed, sorted already: looking is far cheaper than sorting.
  return isSorted(members)
    ? members
    : members.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function scanMember(cursor: JsonCursor): RawMember {
  const start = cursor.at;
  cursor.spaced = false;
  cursor.skipString();
  const keyEnd = cursor.at;
  skipColon(cursor);
  cursor.skipValue();
  const text = cursor.text.slice(start, cursor.at);
  return {
    name: nameOf(cursor.text.slice(start, keyEnd)),
    text: cursor.spaced ? withoutSpace(text) : text,
    valueAt: keyEnd - start + 1,
  };
}

function skipColon(cursor: JsonCursor): void {
  cursor.skipSpace();
  cursor.at++;
  cursor.skipSpace();
}

function nameOf(key: string): string {
  return key.includes('\\') ? (JSON.parse(key) as string) : key.slice(1, -1);
}

function isSorted(members: RawMember[]): boolean {
  for (let i = 1; i < members.length; i++) {
    const before = members[i - 1];
    const here = members[i];
    if (before && here && before.name > here.name) return false;
  }
  return true;
}
