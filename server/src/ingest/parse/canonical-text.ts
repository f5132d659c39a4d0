import type { RawMember } from './scan-members.ts';

/**
 * The canonical form of an event in its client's spelling: its members sorted by name, without `signature`, each value
 * exactly as written except for whitespace. So `100.0`, `1e3`, `\u00e9` and the order of nested keys stay as they were
 * signed, whatever language produced the JSON.
 *
 * @param members sorted by name.
 */
export function canonicalText(members: readonly RawMember[]): string {
  const signed: string[] = [];
  for (const { name, text } of members) if (name !== 'signature') signed.push(text);
  return `{${signed.join(',')}}`;
}
