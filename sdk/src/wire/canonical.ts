/**
 * The text that an event's signature covers: JSON without white space, top-level members sorted by UTF-16 code unit,
 * without `signature`. Members that JSON cannot represent (undefined, functions) are omitted; nested objects keep
 * their order of keys.
 *
 * @example canonicalEvent({ b: 1, a: { z: 1, y: 2 }, signature: 'ff' }) // '{"a":{"z":1,"y":2},"b":1}'
 */
export function canonicalEvent(event: object): string {
  // Serialised by hand: an object with sorted keys would still list integer-like keys first.
  const members = Object.entries(event)
    .filter(([key]) => key !== 'signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ({ key, text: JSON.stringify(value) as string | undefined }))
    .filter(({ text }) => text !== undefined)
    .map(({ key, text }) => `${JSON.stringify(key)}:${text}`);
  return `{${members.join(',')}}`;
}
