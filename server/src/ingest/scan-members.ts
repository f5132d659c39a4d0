import { type EventField, fieldNamed } from './event-fields.ts';
import { type JsonCursor, withoutSpace } from './json-cursor.ts';

/** One top-level member of an event, as its client wrote it but for insignificant white space. */
export interface RawMember {
  /** The name that the text spells, escapes resolved. */
  readonly name: string;
  /** The field of that name, looked up once for all the steps that go by it. */
  readonly field: EventField | undefined;
  /** `"name":value` */
  readonly text: string;
  /** Where the value begins in `text`. */
  readonly valueAt: number;
}

/** Top-level members that an event may have. */
export const MAX_MEMBERS = 256;
/** Up to this many members, putting each in its place costs less than a sort that can do more. */
const FEW = 40;

/**
 * Reads the members of the object at the cursor and leaves the cursor after it. Duplicates are kept. Of an object with
 * more members than an event may have it reads no further, and answers with undefined.
 */
export function scanMembers(cursor: JsonCursor): RawMember[] | undefined {
  const start = cursor.at;
  const members: RawMember[] = [];
  cursor.eachItem(() => members.push(scanMember(cursor)) <= MAX_MEMBERS);
  if (members.length <= MAX_MEMBERS) return members;
  cursor.at = start;
  cursor.skipValue();
  return undefined;
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
  if (members.length > FEW) return members.sort(compareNames);
  for (let i = 1; i < members.length; i++) {
    const member = members[i];
    if (member === undefined) break;
    let at = i;
    for (let before = members[at - 1]; before && compareNames(before, member) > 0; before = members[at - 1]) {
      members[at--] = before;
    }
    members[at] = member;
  }
  return members;
}

function compareNames(a: RawMember, b: RawMember): number {
  if (a.field && b.field) return a.field.rank - b.field.rank;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function scanMember(cursor: JsonCursor): RawMember {
  const start = cursor.at;
  cursor.spaced = false;
  cursor.skipString();
  const keyEnd = cursor.at;
  skipColon(cursor);
  cursor.skipValue();
  const text = cursor.text.slice(start, cursor.at);
  const name = nameOf(cursor.text.slice(start, keyEnd));
  return {
    name,
    field: fieldNamed(name),
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
