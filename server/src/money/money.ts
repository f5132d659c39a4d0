import { z } from 'zod';

/**
 * An amount in an answer: a JSON number that is printed digit by digit as the database keeps it. In this process it is
 * an object that `JSON.stringify` prints so; to those who read the answer it is a number.
 */
export const money = z
  .custom<number>((value) => typeof value === 'number' || isRawJson(value))
  .meta({ type: 'number' });

interface RawJson {
  readonly rawJSON: string;
}

/** TypeScript's own declarations do not know of these yet. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): boolean;
};

function isRawJson(value: unknown): value is RawJson {
  return isRawJSON(value);
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?$/;

/**
 * Prints an exact decimal with at least as many digits after the point as its currency has; further ones only where
 * the amount has them.
 *
 * @param decimal as PostgreSQL writes a numeric.
 * @param currency ISO 4217; null where it is not known yet.
 */
export function toMoney(decimal: string, currency: string | null): number {
  const [, whole, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  if (whole === undefined) throw new Error('an amount is no decimal');
  const digits = fraction.replace(/0+$/, '').padEnd(currency === null ? 0 : digitsOf(currency), '0');
  return rawJSON(digits === '' ? whole : `${whole}.${digits}`) as unknown as number;
}

const known = new Map<string, number>();

/** Digits after the point that a currency has in ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. */
function digitsOf(currency: string): number {
  let digits = known.get(currency);
  if (digits === undefined) {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    digits = maximumFractionDigits ?? 2;
    known.set(currency, digits);
  }
  return digits;
}
