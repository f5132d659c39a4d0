import { isCurrencyCode } from './is-currency-code.ts';

/**
 * A currency code in any letter case, in upper case; undefined if it is none. Only ASCII letters have their case changed:
 * `toUpperCase` also makes codes of other letters, such as IQD of a dotless i.
 */
export function readCurrencyCode(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z]{3}$/.test(value)) return undefined;
  const code = value.toUpperCase();
  return isCurrencyCode(code) ? code : undefined;
}
