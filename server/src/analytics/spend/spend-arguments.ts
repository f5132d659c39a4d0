import { z } from 'zod';
import { type Decimal, readDecimal } from '../../platform/values/money/decimal.ts';
import { readCurrencyCode } from '../../platform/values/money/read-currency-code.ts';

const WRONG_AMOUNT = 'must be a number of 0 or more, below 10^15, with at most 20 decimals';

/** An amount of money: a JSON number, or a string of digits if a number would lose precision. */
export const amount = z
  .union([z.number(), z.string().max(64, WRONG_AMOUNT)], { error: WRONG_AMOUNT })
  .transform((given, context): Decimal => {
    const read = readDecimal(String(given).trim());
    if (read !== undefined) return read;
    context.issues.push({ code: 'custom', message: WRONG_AMOUNT, input: given });
    return z.NEVER;
  });

const WRONG_CURRENCY = 'must be an ISO 4217 code';

/** A currency in any letter case; converted to upper case. */
export const currency = z
  .string(WRONG_CURRENCY)
  .max(8, WRONG_CURRENCY)
  .transform((given, context): string => {
    const code = readCurrencyCode(given.trim());
    if (code !== undefined) return code;
    context.issues.push({ code: 'custom', message: WRONG_CURRENCY, input: given });
    return z.NEVER;
  });
