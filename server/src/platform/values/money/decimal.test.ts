import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDecimal } from './decimal.ts';

const settings = { numRuns: 3000, seed: 20260314 };

describe('the text of a number', () => {
  test.each([
    ['0', 0, '0'],
    ['-0', 0, '0'],
    ['-0.00e5', 0, '0'],
    ['0e999', 0, '0'],
    ['100', 0, '100'],
    ['100.0', 0, '100'],
    ['1e3', 0, '1000'],
    ['1E+3', 0, '1000'],
    ['1.25e1', 0, '12.5'],
    ['12.50', 0, '12.5'],
    ['5e-3', 0, '0.005'],
    ['0050', 0, '50'],
    ['0.1', 0, '0.1'],
    ['50000', 0, '50000'],
    // Beyond floating point: 0.1 + 0.2, and more digits than a double holds.
    ['0.30000000000000000001', 0, '0.30000000000000000001'],
    ['999999999999999.99999999999999999999', 0, '999999999999999.99999999999999999999'],
    ['10000', 2, '100'],
    ['12345', 2, '123.45'],
    ['12345', 3, '12.345'],
    ['7', 2, '0.07'],
    ['7', 3, '0.007'],
    ['70', 2, '0.7'],
    ['7', 0, '7'],
    ['0', 2, '0'],
    ['12.5', 2, '0.125'],
    ['1e2', 2, '1'],
    ['99999999999999999', 2, '999999999999999.99'],
    ['999999999999999', 0, '999999999999999'],
    ['1e14', 0, '100000000000000'],
    ['1e-20', 0, '0.00000000000000000001'],
    ['1e-18', 2, '0.00000000000000000001'],
    ['12.5', -2, '1250'],
  ])('%s with %i places is %s', (written, places, decimal) => {
    expect(readDecimal(written, places)).toBe(decimal);
  });

  // biome-ignore format: a group a line.
  test.each([
    '', ' ', ' 5', '5 ', '+5', '-1', '-0.01', '.5', '5.', '1,000', '1_000', '0x10', '१२', '5000 NGN',
    'NaN', 'Infinity', '-Infinity', 'null', 'true', '1e', 'e5', '1e5.5', '--1', '1e--5', '\n5', '5\n',
    '1e15',
      '1000000000000000',
      '1e400',
      '1e99999',
      '1e1000000',
      '1e-400',
      '1e-21',
      `1${'0'.repeat(100)}`,
  ])('%j is none', (written) => {
    expect(readDecimal(written)).toBeUndefined();
  });

  test('is refused at 10^15 of major units, wherever the point was', () => {
    expect(readDecimal('100000000000000000', 2)).toBeUndefined();
    expect(readDecimal('99999999999999999', 2)).toBe('999999999999999.99');
    expect(readDecimal('999999999999999', -1)).toBeUndefined();
  });

  test('keeps its value to the last digit, for any number of minor units and any places', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
        fc.integer({ min: 0, max: 3 }),
        (minor, places) => {
          const decimal = readDecimal(minor.toString(), places) ?? '';
          expect(decimal).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
          const [whole = '', fraction = ''] = decimal.split('.');
          expect(fraction.length).toBeLessThanOrEqual(places);
          expect(BigInt(whole + fraction.padEnd(places, '0'))).toBe(minor);
        },
      ),
      settings,
    );
  });

  test('is the same however it is written', () => {
    const anyDecimal = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
      fc.integer({ min: 0, max: 15 }),
    );
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: -20, max: 20 }), ([digits, places], shift) => {
        const plain = readDecimal(digits.toString(), places);
        expect(readDecimal(`${digits}e-${places}`)).toBe(plain);
        expect(readDecimal(`${digits}e${shift}`, places + shift)).toBe(plain);
        expect(readDecimal(`00${digits}.000`, places)).toBe(plain);
        expect(readDecimal(plain ?? '')).toBe(plain);
      }),
      settings,
    );
  });

  test('never throws and never makes a long text, whatever is written', () => {
    const hostile = fc.stringMatching(/^[-+]?[0-9.eE+-]{0,80}$/);
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string()), fc.integer({ min: 0, max: 3 }), (written, places) => {
        const decimal = readDecimal(written, places);
        if (decimal !== undefined) expect(decimal).toMatch(/^(0|[1-9]\d{0,14})(\.\d{0,19}[1-9])?$/);
      }),
      settings,
    );
  });
});
