/** The format of a short link's slug: 3 to 64 of `a-z 0-9 - _`, unique across the service. */
export const SLUG_PATTERN = /^[a-z0-9_-]{3,64}$/;

/** Whether a text has the form of a slug. */
export function isSlug(text: string): boolean {
  return SLUG_PATTERN.test(text);
}
