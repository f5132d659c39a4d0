import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuTime } from '../testing/costs/cpu-time.ts';
import { decodeFully } from './decode-fully.ts';

/** The same in rounds, of which each reads the whole text: slow, but plain. */
function decodeInRounds(text: string): string {
  const decoded = text.replace(/%[0-7][0-9a-f]/gi, (found) =>
    String.fromCharCode(Number.parseInt(found.slice(1), 16)),
  );
  return decoded === text ? text : decodeInRounds(decoded);
}

test.each([
  ['/%6C/spring', '/l/spring'],
  ['/%25256C', '/l'],
  ['/%2%35%36C', '/l'],
  ['/%%36%43', '/l'],
  ['/%E0%A4%A/l%', '/%E0%A4%A/l%'],
  ['/%4', '/%4'],
  ['', ''],
])('decodes %s to %s', (text, decoded) => {
  expect(decodeFully(text)).toBe(decoded);
});

test('finds what any number of rounds finds', () => {
  const piece = fc.constantFrom('%', '2', '5', '4', '1', '%25', '%2', '/', 'l', '%ff', '\u00e9', '\ud800');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      expect(decodeFully(pieces.join(''))).toBe(decodeInRounds(pieces.join('')));
    }),
    { numRuns: 2000 },
  );
});

test('does not take longer the more often its text was encoded', () => {
  const text = `%${'25'.repeat(500)}/${'%ffx'.repeat(250)}`;
  expect(cpuTime(() => decodeFully(text.repeat(20)))).toBeLessThan(50);
});
