const MAX_LENGTH = 512;

/**
 * A path that a link had elsewhere, with its query, as it is stored and looked up: as browsers send it, without a slash
 * at its end and without a fragment. Letter case counts; `%c3` and `%C3` are the same. Null for what is no path, or is
 * longer than 512 characters.
 *
 * @example toOldPath('/a/b/?x=1#y') // '/a/b?x=1'
 */
export function toOldPath(text: string): string | null {
  const url = text.startsWith('/') ? URL.parse(`https://host${text}`) : null;
  if (url === null || url.host !== 'host') return null;
  const path = `${url.pathname.replace(/(?<=.)\/$/, '')}${url.search}`;
  return path.length > MAX_LENGTH ? null : path.replace(/%[0-9a-f]{2}/gi, (octet) => octet.toUpperCase());
}
