import { type Decimal, readDecimal } from '../../platform/values/money/decimal.ts';

/** An amount as written, and its currency if a symbol names it. */
interface WrittenRevenue {
  readonly revenue: Decimal;
  readonly currency?: string;
}

/** Reads an amount of 0 or more, such as `5`, `4.99` or `$5.00`; undefined for anything else. */
export function readRevenue(text: string): WrittenRevenue | undefined {
  const inDollars = text.startsWith('$');
  const revenue = readDecimal(inDollars ? text.slice(1) : text);
  if (revenue === undefined) return undefined;
  return inDollars ? { revenue, currency: 'USD' } : { revenue };
}
