/**
 * The same text in memory of its own. What is cut from a string (by `slice`, `split` or a regular expression) is a view
 * of the whole of it to the engine: in a cache, some characters of a header would keep all of its 15 KB.
 */
export function flatCopy(text: string): string {
  return Buffer.from(text).toString();
}

/** The first characters of a text; a copy where there are more. */
export function cutCopy(text: string, length: number): string {
  return text.length > length ? flatCopy(text.slice(0, length)) : text;
}
