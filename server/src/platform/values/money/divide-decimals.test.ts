import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideDecimals } from './divide-decimals.ts';

const settings = { numRuns: 5000, seed: 20260512 };

describe('one decimal divided by another', () => {
  test.each([
    ['13', '6.5', 2],
    ['1', '3', 0.3333],
    ['2', '3', 0.6667],
    ['-2', '3', -0.6667],
    ['-1', '3', -0.3333],
    ['0', '3', 0],
    ['0.1', '0.3', 0.3333],
    ['0.00005', '1', 0.0001],
    ['-0.00005', '1', -0.0001],
    ['-0.5', '10000', -0.0001],
    ['0.000049', '1', 0],
    ['1.00005', '1', 1.0001],
    ['0.1', '0.00000000000000000001', 10_000_000_000_000_000_000],
    ['999999999999999.99', '999999999999999.99', 1],
  ])('%s / %s is %d, half away from zero', (dividend, divisor, expected) => {
    expect(divideDecimals(dividend, divisor)).toBe(expected);
  });

  test('is never minus nothing', () => {
    expect(JSON.stringify([divideDecimals('-0.00001', '1'), divideDecimals('-0', '1')])).toBe('[0,0]');
    expect(Object.is(divideDecimals('-0.00001', '1'), 0)).toBe(true);
  });

  test.each(['0', '0.00', '0.000000000000000000000'])('by %s is nothing', (zero) => {
    expect(divideDecimals('5', zero)).toBeNull();
    expect(divideDecimals('0', zero)).toBeNull();
  });

  test('is the nearest of all multiples of 0.0001', () => {
    const units = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n });
    const positive = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const scale = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(units, positive, scale, scale, (a, b, scaleA, scaleB) => {
        const quotient = divideDecimals(decimalOf(a, scaleA), decimalOf(b, scaleB));
        // |a / b - q / 10^4| <= 1/2 * 10^-4, in whole numbers; beyond 2^53 a number holds no more digits.
        const q = BigInt(Math.round((quotient ?? Number.NaN) * 10_000));
        fc.pre(q < 2n ** 50n && q > -(2n ** 50n));
        const left = a * 10n ** BigInt(scaleB) * 10_000n;
        const right = b * 10n ** BigInt(scaleA);
        const off = left - q * right;
        expect(2n * (off < 0n ? -off : off) <= right).toBe(true);
      }),
      settings,
    );
  });
});

function decimalOf(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}
