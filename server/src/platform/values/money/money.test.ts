import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isCurrencyCode } from './is-currency-code.ts';
import { money, toMoney } from './money.ts';

const settings = { numRuns: 3000, seed: 20260511 };
/** ISO 4217, list one: every code whose minor unit is given and is not 2. */
const ISO_MINOR_UNITS: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};
const print = (decimal: string, currency: string | null) => JSON.stringify(toMoney(decimal, currency));

describe('an amount in an answer', () => {
  test.each([
    ['12.5', 'EUR', '12.50'],
    ['12.500', 'EUR', '12.50'],
    ['12', 'EUR', '12.00'],
    ['0', 'EUR', '0.00'],
    ['-3.1', 'EUR', '-3.10'],
    ['500', 'JPY', '500'],
    ['500.000', 'JPY', '500'],
    ['0.25', 'JPY', '0.25'],
    ['1.2', 'KWD', '1.200'],
    ['1.2345', 'KWD', '1.2345'],
    ['1.005', 'USD', '1.005'],
    ['7', 'XAU', '7.00'],
    // Where the decimals that are usual in prices are fewer than ISO's.
    ['2', 'IDR', '2.00'],
    ['2', 'IQD', '2.000'],
    ['2', 'HUF', '2.00'],
    ['2', 'TZS', '2.00'],
    ['2', 'PKR', '2.00'],
    ['2', 'CLF', '2.0000'],
    ['2', 'UGX', '2'],
    ['2', 'XOF', '2'],
    ['999999999999999.99', 'USD', '999999999999999.99'],
    ['0.00000000000000000001', 'USD', '0.00000000000000000001'],
    ['20.50', null, '20.5'],
    ['20.00', null, '20'],
  ])('%s %s is printed as %s', (decimal, currency, printed) => {
    expect(print(decimal, currency)).toBe(printed);
    expect(JSON.stringify({ amounts: [toMoney(decimal, currency)] })).toBe(`{"amounts":[${printed}]}`);
  });

  test('has the same value, and at least the digits of its currency, whatever it is', () => {
    const codes = Intl.supportedValuesOf('currency').filter(isCurrencyCode);
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 35n), max: 10n ** 35n }),
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom(...codes),
        (units, scale, currency) => {
          const printed = print(decimalOf(units, scale), currency);
          expect(unitsOf(printed, 40)).toBe(units * 10n ** BigInt(40 - scale));
          const digits = printed.split('.')[1]?.length ?? 0;
          const iso = ISO_MINOR_UNITS[currency] ?? 2;
          expect(digits).toBeGreaterThanOrEqual(iso);
          if (digits > iso) expect(printed).not.toMatch(/0$/);
        },
      ),
      settings,
    );
  });

  test.each(['', 'NaN', 'Infinity', '1e5', '.5', '5.', '1,5', '"', '1 '])(
    'is never made of %j',
    (decimal) => {
      expect(() => toMoney(decimal, 'EUR')).toThrow('an amount is not a decimal');
    },
  );

  test('is a number to those who read about it', () => {
    expect(money.safeParse(toMoney('1.5', 'EUR')).success).toBe(true);
    expect(money.safeParse({ rawJSON: '1.5' }).success).toBe(false);
    expect(money.safeParse('1.50').success).toBe(false);
    expect(z.toJSONSchema(z.object({ money }), { unrepresentable: 'any' })).toMatchObject({
      properties: { money: { type: 'number' } },
    });
  });
});

function decimalOf(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`;
}

function unitsOf(printed: string, scale: number): bigint {
  const [whole = '', fraction = ''] = printed.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}
