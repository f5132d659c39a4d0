import { type EventField, fieldNamed } from '../fields/event-fields.ts';
import { type JsonCursor, withoutSpace } from './json-cursor.ts';

/** One top-level member of an event, as its client wrote it except for insignificant whitespace. */
export interface RawMember {
  /** The name with its escapes resolved. */
  readonly name: string;
  /** The field with that name, looked up once for all steps. */
  readonly field: EventField | undefined;
  /** `"name":value` */
  readonly text: string;
  /** Where the value begins in `text`. */
  readonly valueAt: number;
}

/** The maximum number of top-level members of an event. */
export const MAX_MEMBERS = 256;
/** The longest text from the client that an error repeats. */
const MAX_ECHO = 64;
/** The most duplicates named in one error. */
const MAX_DUPLICATES = 10;
/** Up to this many members, an insertion sort is cheaper than the built-in sort. */
const FEW = 40;

/**
 * Reads the members of the object at the cursor and moves the cursor past it. Duplicates are kept. Stops and returns
 * undefined if the object has more members than an event may have.
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

/** The name of the member at the cursor, which is moved to the member's value. */
export function scanName(cursor: JsonCursor): string {
  const start = cursor.at;
  cursor.skipString();
  const key = cursor.text.slice(start, cursor.at);
  skipColon(cursor);
  return nameOf(key);
}

/** Sorts the members by the UTF-16 code units of their names; duplicates keep their order. */
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

/** The names that are given twice, as far as an error repeats what a client wrote. @param members sorted by name. */
export function duplicateNames(members: readonly RawMember[]): string[] {
  const names = new Set<string>();
  for (let i = 1; i < members.length && names.size < MAX_DUPLICATES; i++) {
    const name = members[i]?.name;
    if (name !== undefined && name === members[i - 1]?.name) names.add(name.slice(0, MAX_ECHO));
  }
  return [...names];
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
