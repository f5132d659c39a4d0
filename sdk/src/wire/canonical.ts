/**
 * The text that an event's signature covers: JSON without white space, top-level members sorted by UTF-16 code unit,
 * without `signature`. Members that JSON cannot represent (undefined, functions) are omitted; nested objects keep
 * their order of keys.
 *
 * @example canonicalEvent({ b: 1, a: { z: 1, y: 2 }, signature: 'ff' }) // '{"a":{"z":1,"y":2},"b":1}'
 */
export function canonicalEvent(event: object): string {
  // Serialised by hand: an object with sorted keys would still list integer-like keys first.
  const { signature, ...signed } = event as Record<string, unknown>;
  const members = Object.keys(signed)
    .sort()
    // Without the braces; empty if JSON cannot represent the value.
    .map((key) => JSON.stringify({ [key]: signed[key] }).slice(1, -1))
    .filter(Boolean);
  return `{${members.join(',')}}`;
}
