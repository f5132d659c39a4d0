import type { Candidate } from '../facts/install-facts.ts';

/** How often two people of one place have the same language, assumed with the weight of so many clicks. */
const USUAL_SHARE = 0.6;
const USUAL_CLICKS = 5;

/**
 * Compares two language tags in lower case. A language in two forms, as `en-ke` and `en-us`, says nothing: browsers and apps
 * of one phone often differ in that.
 */
export function compareLanguages(a: string | null, b: string | null): 'same' | 'different' | 'unknown' {
  if (a === null || b === null) return 'unknown';
  if (a === b) return 'same';
  return primary(a) === primary(b) ? 'unknown' : 'different';
}

const primary = (tag: string) => tag.split('-', 1)[0];

/**
 * The natural logarithm of how rare a language is among the clicks from a network: people there mostly speak the same,
 * however rare that is elsewhere.
 */
export function languageRarity(language: string | null, near: readonly Candidate[]): number {
  if (language === null) return 0;
  const known = near.filter((click) => click.language !== null);
  const alike = known.filter((click) => click.language === language);
  return -Math.log((alike.length + USUAL_CLICKS * USUAL_SHARE) / (known.length + USUAL_CLICKS));
}
