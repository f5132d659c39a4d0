import { expect, test } from 'vitest';
import { readCurrencyCode } from './read-currency-code.ts';

test.each([
  ['EUR', 'EUR'],
  ['eur', 'EUR'],
  ['iQd', 'IQD'],
])('reads %s', (given, code) => {
  expect(readCurrencyCode(given)).toBe(code);
});

/** Each is a code once `toUpperCase` has folded it, or is blank around one. */
const FOLDED = [
  '\u0131qd',
  '\u0131QD',
  'u\u017fd',
  '\u017fSP',
  '\u00dfp',
  '\ufb06n',
  '\ufb05N',
  ' EUR',
  'EUR\n',
  'EU',
  'EURO',
  '',
];

test.each(FOLDED)('refuses %j', (given) => {
  expect(readCurrencyCode(given)).toBeUndefined();
});

test.each([[['EUR']], [null], [undefined], [978]])('refuses %j, which is no text', (given) => {
  expect(readCurrencyCode(given)).toBeUndefined();
});
