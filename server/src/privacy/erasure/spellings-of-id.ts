import { usableId } from '../../attribution/devices/device-identifiers.ts';

/**
 * How the id of a device may have been stored that someone gives with blanks around it, in braces, without dashes or in
 * other letters. Empty for one that identifies no one.
 */
export function spellingsOfId(given: string): string[] {
  // Anything else in braces is a macro that nobody filled in.
  const bare = given.trim().replace(/^\{\s*([0-9a-f-]+)\s*\}$/i, '$1');
  const hex = bare.replaceAll('-', '').toLowerCase();
  const isUuid = /^[0-9a-f]{32}$/.test(hex);
  const id = isUuid ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : bare;
  if (usableId(id) === null || (!isUuid && usableId(given) === null)) return [];
  const forms = isUuid ? [id, hex, `{${id}}`, `{${hex}}`] : [id];
  const cased = forms.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
  return [...new Set([...cased, given.trim(), given])];
}
