import { z } from 'zod';
import { minorUnitsOf } from './minor-units.ts';

/**
 * An amount in a response: a JSON number printed with exactly the digits that the database has. In this process it is
 * an object that `JSON.stringify` prints that way; clients see a number.
 */
export const money = z
  .custom<number>((value) => typeof value === 'number' || isRawJson(value))
  .meta({ type: 'number' });

interface RawJson {
  readonly rawJSON: string;
}

/** Not yet in TypeScript's own declarations. */
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): boolean;
};

function isRawJson(value: unknown): value is RawJson {
  return isRawJSON(value);
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?$/;

/**
 * Prints an exact decimal with at least as many decimals as its currency has in ISO 4217, and more only if the amount has them.
 *
 * @param decimal as PostgreSQL prints a numeric.
 * @param currency ISO 4217; null if it is not known yet.
 */
export function toMoney(decimal: string, currency: string | null): number {
  const [, whole, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  if (whole === undefined) throw new Error('an amount is not a decimal');
  const digits = fraction.replace(/0+$/, '').padEnd(currency === null ? 0 : minorUnitsOf(currency), '0');
  return rawJSON(digits === '' ? whole : `${whole}.${digits}`) as unknown as number;
}
