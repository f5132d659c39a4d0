import { z } from 'zod';

/**
 * `country`: two letters in any case, or `unknown`. Counters have nothing in place of a country that is not known: so
 * has what is asked for.
 */
export const countryArgument = z
  .string()
  .regex(/^(?:[a-z]{2}|unknown)$/i, 'must be a country of two letters, or unknown')
  .transform((given) => (given.length === 2 ? given.toUpperCase() : ''));

/** SQL of a country of facts, which may be null; `$n` is what is asked for. It is the last parameter, or none. */
export function isOfCountry(column: string, country: string | null, n: number): string {
  if (country === null) return '';
  return country === '' ? `and ${column} is null` : `and ${column} = $${n}`;
}

/** That parameter, where it is one. */
export const countryValue = (country: string | null): string[] => (country ? [country] : []);
