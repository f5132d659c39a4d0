/** Characters of a network's click id; longer ones are none. */
const MAX_LENGTH = 500;

/** The parameters of the visit that a click was, as they are kept: JSON text of an object of strings. */
export function readVisitParams(text: string | null): ReadonlyMap<string, string> {
  const parsed: unknown = text === null ? {} : JSON.parse(text);
  const members = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  return new Map(members.filter((member): member is [string, string] => isClickId(member[1])));
}

/** A parameter of an install referrer, which some stores hand on still encoded; null where it is not in it. */
export function paramIn(referrer: string | null, name: string): string | null {
  if (referrer === null) return null;
  const found = [referrer, decoded(referrer)]
    .map((text) => new URLSearchParams(text).get(name))
    .find(isClickId);
  return found ?? null;
}

function isClickId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
