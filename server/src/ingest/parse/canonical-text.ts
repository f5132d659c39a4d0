import type { RawMember } from './scan-members.ts';

/**
 * The canonical form of an event in its client's own words: its members sorted by name,
 * `signature` left out, each value exactly as written but for white space. So `100.0`, `1e3`, `\u00e9` and the order of
 * nested keys stay as they were signed, whatever language the client prints JSON in.
 *
 * @param members sorted by name.
 */
export function canonicalText(members: readonly RawMember[]): string {
  const signed: string[] = [];
  for (const { name, text } of members) if (name !== 'signature') signed.push(text);
  return `{${signed.join(',')}}`;
}
