import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withFormulas, withoutFormulas } from './formulas.ts';

const PARTS = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  ';',
  '\t',
  '\r',
  '\n',
  "'",
  '"',
  ' ',
  ',',
  'a',
  '1',
];
const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join(''));

test.each([
  ['=1', "'=1"],
  ['＝1', "'＝1"],
  ['a;=1', "a;'=1"],
  ['a\t＠1', "a\t'＠1"],
  ['a;"=1', `a;'"=1`],
  ['a\r\n=1', "a\r'\n'=1"],
  ['\t=1', "'\t'=1"],
  ["'=1", "''=1"],
  ['a;b', 'a;b'],
  ["it's 1=1; a-b", "it's 1=1; a-b"],
  ['a\r\nb', 'a\r\nb'],
])('%j is written as %j', (given, expected) => {
  expect(withoutFormulas(given)).toBe(expected);
});

test('no part of what is written begins a formula, and it comes back as it was', () => {
  fc.assert(
    fc.property(text, (given) => {
      const written = withoutFormulas(given);
      for (const cell of [written, ...written.split(/[;\t\r\n]/)])
        expect(cell.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
      expect(withFormulas(written)).toBe(given);
    }),
    { numRuns: 5000 },
  );
});

test('takes no longer for each letter of a long text', () => {
  const long = `${'\t'.repeat(200_000)}=`;
  expect(withFormulas(withoutFormulas(long))).toBe(long);
});
