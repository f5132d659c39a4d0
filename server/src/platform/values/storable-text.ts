import { isStorableText } from '@tributary/sdk/wire/optional-fields';

/** Whether PostgreSQL can store a text, whatever its length: without NUL and half surrogate pairs, as in fields of events. */
export function isStorable(text: string): boolean {
  return isStorableText(text, text.length);
}

/** The text as PostgreSQL can store it, with something in place of each NUL; half a surrogate pair becomes U+FFFD. */
export function toStorable(text: string, inPlaceOfNul = ''): string {
  return text.replaceAll('\0', inPlaceOfNul).toWellFormed();
}
